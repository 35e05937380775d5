-- What is known of the bucket, and how it begins: as never used, or, where it is not known what was
-- granted, as used up.

-- Who asks, and how.
local mode = word()
local me = {
  process = word(), open = number(), slots = number(), waited = number(),
  horizon = number(), hold = number(), grace = number(),
  lineage = number(), alive = number(),
}
local largest, longest = number(), number()

local rules = {}
for index = 1, number() do
  rules[index] = rule_from_words()
end
local api, account, name = word(), word(), word()

-- The lines come after the state and the counters.
local next_key = 3
for _, rule in ipairs(rules) do
  if has_line(rule) then
    rule.key, next_key = KEYS[next_key], next_key + 1
  end
end

local fields = { 'core', 'run', 'ids', 'caps', 'turns', 'slots', 'most', 'joins' }
local FIXED = #fields
for index, rule in ipairs(rules) do
  fields[FIXED + index] = rule.id
end
local saved = call('HMGET', KEYS[1], unpack(fields))

-- `lineage`: which count of units this is. `seen`: the latest moment by which anything was decided.
-- `block`: until when the vendor wants nothing. `issued`: units ever counted; those up to `sealed`
-- are not told apart in the limits, and those up to `moved` may count at another moment. `kept`: of
-- them, those that were not given back. `sold`: the position of the latest unit in the vendor's
-- quota, where those up to `newest` may be counted in what it said. `alive`: until when the keys
-- are there. `fresh`: whether it began as never used. `jump`: when the clock was last found to have
-- jumped, and `jumped`: by how much.
local state = {
  lineage = 0, seen = 0, block = 0, issued = 0, sealed = 0, moved = 0, kept = 0, sold = 0,
  newest = 0, alive = 0, limits = 0, fresh = 0, jump = 0, jumped = 0,
}

local function core_words()
  return string.format('%.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f',
    state.lineage, state.seen, state.block, state.issued, state.sealed, state.moved, state.kept,
    state.sold, state.newest, state.alive, state.limits, state.fresh, state.jump, state.jumped)
end

local is_new = not saved[1]
if not is_new then
  state.lineage, state.seen, state.block, state.issued, state.sealed, state.moved, state.kept,
    state.sold, state.newest, state.alive, state.limits, state.fresh, state.jump, state.jumped =
    numbers(saved[1], '^' .. string.rep('(%d+) ', 13) .. '(%d+)$')
end

-- When anybody came last.
local seen_before = state.seen

local added = {}
for index, rule in ipairs(rules) do
  if saved[FIXED + index] then
    rule_restore(rule, saved[FIXED + index])
    if rule.stored > 0 and rule_end(rule) <= now then
      -- Nothing of it is of use any more, and its list may have gone before.
      rule_clear(rule)
    end
  else
    -- What is in its list is of another time.
    rule.cleared = has_line(rule)
    added[#added + 1] = rule
  end
end

-- The limits of others that the state has and the caller has not told, but for those that nobody
-- has told for long. And the names of all that there are then.
local function limits_of_others()
  local told, kept, foreign = {}, {}, {}
  for _, rule in ipairs(rules) do
    told[rule.id] = true
  end
  for id in string.gmatch(saved[3] or '', '%S+') do
    local since = told[id] and now or numbers(call('HGET', KEYS[1], id) or '0', '^(%d+)')
    if now - since <= max(RULE_LIFE, longest) or mode == 'look' then
      kept[#kept + 1] = id
      foreign[#foreign + 1] = not told[id] and id or nil
    else
      call('HDEL', KEYS[1], id)
    end
  end
  for _, rule in ipairs(added) do
    kept[#kept + 1] = rule.id
  end
  return foreign, table.concat(kept, ' '), #kept
end

local ids = saved[3]
if #added > 0 or state.limits ~= #rules then
  local foreign
  foreign, ids, state.limits = limits_of_others()
  if #foreign > 0 then
    return { 1, unpack(foreign) }
  end
end

local caps, turns_saved = caps_restore(saved[4]), saved[5] or ''
local anew = 0
local SERVER, LOST, CLOCK = 1, 2, 3

local run = string.match(server, 'run_id:(%w+)') or '-'

-- When this server started, at the latest.
local function start()
  local uptime = numbers(server, 'uptime_in_seconds:(%d+)') or 0
  return min(now, now - fmod(now, SECOND) - uptime * SECOND + SECOND)
end

-- Another count of units begins; none of the former is known in it.
local function begin(fresh)
  state.fresh = fresh or 0
  state.lineage = max(now, state.lineage + 1, me.lineage + 1)
  state.sealed, state.moved, state.newest = state.issued, state.issued, state.sold
end

-- By a clock that has jumped, what is still to come has to come as much later, or earlier.
local function shift_clock()
  local by = now - state.seen
  state.block = max(0, state.block + by)
  for _, cap in ipairs(caps) do
    cap.finish = max(0, cap.finish + by)
  end
  -- Whose turn it is was told by that clock.
  turns_saved = ''
end

-- The same, with everything used at `at`. More was granted than the limits know of.
local function begin_used_up(why, at)
  anew = why
  begin()
  if state.seen > now then
    shift_clock()
    state.seen, state.alive = now, 0
  end
  state.kept = MOST * MOST
  for _, rule in ipairs(rules) do
    rule_use_up(rule, at)
  end
end

-- Whether there are units of a state that is not there.
local function has_remains()
  for _, rule in ipairs(rules) do
    if has_line(rule) and call('EXISTS', rule.key) == 1 then
      return true
    end
  end
  return false
end

-- Why it is not known what was granted, and when that was at the latest.
local function find_loss()
  if is_new then
    local started = start()
    local is_young = now - started < longest
    if (me.lineage > 0 and me.alive > now) or has_remains() then
      return is_young and SERVER or LOST, now
    end
    return is_young and SERVER, started
  end
  if saved[2] ~= run then
    local started = start()
    return SERVER, started > state.seen and started or now
  end
  if state.seen > now + SECOND then
    return CLOCK, now
  end
  if state.fresh == 1 and me.lineage > 0 and me.lineage < state.lineage and me.alive > now then
    -- It began as never used, while one that was used should have been there.
    return LOST, now
  end
  for _, rule in ipairs(rules) do
    if not is_whole(rule) then
      return LOST, now
    end
  end
end

-- A limit that is declared late counts what was granted before: from the window that remembers the
-- longest, else as if it was all used just now.
local function add_rules()
  local log
  for index, rule in ipairs(rules) do
    if saved[FIXED + index] and rule.kind == 'w' and (not log or rule.span > log.span) then
      log = rule
    end
  end
  for _, rule in ipairs(added) do
    if log then
      rule_replay(rule, log, log.held >= state.kept, state.seen)
    elseif state.kept > 0 then
      rule_use_up(rule, state.seen)
    end
    rule.dirty = true
  end
  state.sealed = state.issued
end

local why, as_of = find_loss()
if why then
  begin_used_up(why, as_of)
elseif is_new then
  begin(1)
elseif #added > 0 then
  add_rules()
end
