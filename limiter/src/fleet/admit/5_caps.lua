-- What the vendor says is left: nothing beyond a position leaves before an end. Caps rise with their
-- ends. At most so many are kept; of one more, the two whose ends are closest become one, as strict
-- as both. See `quota/left.rs`.

local MOST_CAPS = 8

local function caps_restore(saved)
  local caps = {}
  for position, finish, policy, heard in string.gmatch(saved or '', '(%d+) (%d+) (%S+) (%d+);') do
    caps[#caps + 1] = {
      position = tonumber(position), finish = tonumber(finish), policy = policy,
      heard = tonumber(heard),
    }
  end
  return caps
end

local function caps_words(caps)
  local words = {}
  for index, cap in ipairs(caps) do
    words[index] = string.format('%.0f %.0f %s %.0f;', cap.position, cap.finish, cap.policy, cap.heard)
  end
  return table.concat(words)
end

-- Those of which `keeps` holds.
local function caps_filter(caps, keeps)
  local kept = {}
  for _, cap in ipairs(caps) do
    if keeps(cap) then
      kept[#kept + 1] = cap
    end
  end
  return kept
end

local function caps_expire(caps, at)
  return caps_filter(caps, function(cap) return cap.finish > at end)
end

-- From when on the unit at `position` may leave.
local function caps_earliest(caps, position)
  for index = #caps, 1, -1 do
    if caps[index].position < position then
      return caps[index].finish
    end
  end
  return 0
end

-- The last position that may leave at `at`.
local function caps_lowest(caps, at)
  for _, cap in ipairs(caps) do
    if cap.finish > at then
      return cap.position
    end
  end
  return 2 ^ 53
end

local function covers(strict, loose)
  return strict.position <= loose.position and strict.finish >= loose.finish
end

local function caps_unite(caps)
  local closest
  for index = 1, #caps - 1 do
    local gap = caps[index + 1].finish - caps[index].finish
    if not closest or gap < caps[closest + 1].finish - caps[closest].finish then
      closest = index
    end
  end
  local one, other = caps[closest], caps[closest + 1]
  other.position = one.position
  if other.policy ~= one.policy then
    other.policy = '-'
  end
  table.remove(caps, closest)
end

-- The caps with one more.
local function caps_enforce(caps, cap, at)
  caps = caps_expire(caps, at)
  if cap.finish <= at then
    return caps
  end
  for _, known in ipairs(caps) do
    if covers(known, cap) then
      return caps
    end
  end
  caps = caps_filter(caps, function(known) return not covers(cap, known) end)
  local place = 1
  while place <= #caps and caps[place].finish < cap.finish do
    place = place + 1
  end
  table.insert(caps, place, cap)
  if #caps > MOST_CAPS then
    caps_unite(caps)
  end
  return caps
end

-- The caps without what was said of `policy` before the request at `as_of` was issued.
local function caps_supersede(caps, policy, as_of)
  if policy == '-' then
    return caps
  end
  return caps_filter(caps, function(cap) return cap.policy ~= policy or cap.heard >= as_of end)
end

local function caps_raise(caps, units)
  for _, cap in ipairs(caps) do
    cap.position = cap.position + units
  end
end
