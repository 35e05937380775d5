-- The limits. Each is a table that is a token bucket (`2_tat`), a line of units (`3_line`), or both:
--
-- - a window (`w`) has the units of the last `span` in its line. After a block it is a token bucket
--   as well, which spreads its units evenly; one that is full says nothing;
-- - a vendor's token bucket (`v`) has in its line what is under way for up to `span`, and in its
--   token bucket what has arrived;
-- - a budget of our own (`b`) is a token bucket.

-- Takes in what one limit says and what the state knows of it; `id` is its name there.
local function rule_from_words()
  local rule = {
    id = word(), kind = word(), n = number(), span = number(),
    q = number(), r = number(), c = number(), fw = number(), fr = number(),
    decides = word() == '1', told = 0, tw = 0, tr = 0,
    stored = 0, count = 0, first = 1, held = 0, last = 0, pages = {}, edits = {}, added = {},
  }
  return rule
end

local function rule_restore(rule, saved)
  rule.told, rule.held, rule.stored, rule.last, rule.tw, rule.tr =
    numbers(saved, '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
  rule.count, rule.was_there = rule.stored, rule.stored > 0
  if rule.kind == 'w' and rule.stored > 0 and rule.last <= now then
    -- All of it is over, which need not be read.
    line_clear(rule)
  end
end

local function rule_words(rule)
  return string.format('%.0f %.0f %.0f %.0f %.0f %.0f', now, rule.held,
    rule.count - rule.first + 1, rule.last, rule.tw, rule.tr)
end

local function has_line(rule)
  return rule.kind ~= 'b'
end

-- The moment at which the last of `units` can leave a window that nobody else uses, from `at` on.
local function window_earliest(rule, units, at)
  local rounds, over = split(units - 1, rule.n)
  over = rule.held + over + 1 - rule.n
  local free, place = at, rule.first
  while over > 0 and place <= rule.count do
    local moment, number = at_place(rule, place)
    free, over, place = moment, over - number, place + 1
  end
  free = max(free, at) + rounds * rule.span
  if rule.tw > at then
    free = max(free, tat_earliest(rule, units, at))
  end
  return free
end

-- The same of a vendor's bucket: what is under way gives nothing back before it has arrived. See
-- `vendor.rs`.
local function vendor_earliest(rule, units, at)
  local bucket = {
    q = rule.q, r = rule.r, c = rule.c, fw = rule.fw, fr = rule.fr, tw = rule.tw, tr = rule.tr,
  }
  local ahead = rule.held + units
  for place = rule.first, rule.count do
    local due, number = at_place(rule, place)
    if units > rule.n then
      break
    end
    if number > 0 then
      local earliest = tat_earliest(bucket, ahead, at)
      if earliest < due and ahead <= rule.n then
        return earliest
      end
      tat_take(bucket, number, due)
      ahead, at = ahead - number, max(at, due)
    end
  end
  return tat_earliest(bucket, ahead, at)
end

-- Takes in that it is `at` now. Time only grows.
local function rule_pass(rule, at)
  if rule.kind == 'w' then
    line_pass(rule, at)
  elseif rule.kind == 'v' then
    line_pass(rule, at, tat_take)
  end
end

local function rule_earliest(rule, units, at)
  if rule.kind == 'w' then
    return window_earliest(rule, units, at)
  elseif rule.kind == 'v' then
    return vendor_earliest(rule, units, at)
  end
  return tat_earliest(rule, units, at)
end

-- How many units can leave at `at`.
local function rule_room(rule, at)
  if rule.kind == 'w' then
    local room = rule.n - rule.held
    if rule.tw > at then
      room = min(room, tat_room(rule, at))
    end
    return room
  end
  return tat_room(rule, at) - rule.held
end

-- Counts `units` that leave at `at`, whether there is room or not.
local function rule_take(rule, units, at)
  if rule.kind == 'b' or (rule.kind == 'v' and rule.span == 0) then
    tat_take(rule, units, at)
  else
    line_add(rule, units, at + rule.span)
    if rule.kind == 'w' and rule.tw > at then
      tat_take(rule, units, at)
    end
  end
end

local function rule_give_back(rule, units, at, since, last, now)
  if rule.kind == 'w' then
    line_remove(rule, units, at + rule.span, now)
    if rule.tw > 0 then
      tat_give_back(rule, units, since, last)
    end
  elseif rule.kind == 'b' then
    tat_give_back(rule, units, since, last)
  elseif rule.span == 0 or line_remove(rule, units, at + rule.span, now) == 0 then
    tat_give_back(rule, units, since, last + rule.span)
  end
end

local function rule_pace(rule, from)
  if rule.kind == 'v' then
    line_pass(rule, NEVER, tat_take)
  end
  tat_pace(rule, from)
end

-- Forgets all that was counted.
local function rule_clear(rule)
  line_clear(rule)
  set_tat(rule, 0, 0)
end

-- Counts everything as used at `at`.
local function rule_use_up(rule, at)
  rule_clear(rule)
  if rule.kind == 'w' then
    line_add(rule, rule.n, at + rule.span)
  else
    tat_replay(rule, MOST, at + rule.span)
  end
end

-- Has all that is counted count for longer, by `by`.
local function rule_delay(rule, by)
  if rule.count - rule.first > 10000 then
    return rule_use_up(rule, now)
  end
  local held = {}
  for place = rule.first, rule.count do
    local moment, units = at_place(rule, place)
    held[#held + 1] = { min(NEVER, moment + by), units }
  end
  line_clear(rule)
  for _, entry in ipairs(held) do
    line_add(rule, entry[2], entry[1])
  end
  if rule.tw > 0 then
    set_tat(rule, rule.tw + by, rule.tr)
  end
end

-- Counts what was granted before this limit was declared, as far as the line of the window `other`
-- knows it; what it does not know was before all that it counts.
local function rule_replay(rule, other, is_complete, seen)
  local moment = at_place(other, other.first)
  if not is_complete then
    rule_use_up(rule, max(0, min(moment or seen, seen) - other.span))
  end
  for place = other.first, other.count do
    local free, units = at_place(other, place)
    if rule.kind == 'w' then
      line_add(rule, units, free - other.span + rule.span)
    else
      tat_replay(rule, units, free - other.span + rule.span)
    end
  end
end

-- Until when it has to be remembered.
local function rule_end(rule)
  local whole = rule.tw + 1
  if rule.kind == 'v' and rule.held > 0 then
    whole = max(rule.tw, rule.last) + time_of(rule, rule.held) + 1
  end
  return max(whole, rule.last)
end
