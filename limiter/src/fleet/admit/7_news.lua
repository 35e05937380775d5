-- What happened since the last trip.

local counts = {}
for index, field in ipairs({ 'calls', 'requests', 'permits', 'waited', 'retries', 'exhausted', 'lost' }) do
  counts[index] = { field, number() }
end

local function count(field, by)
  counts[#counts + 1] = { field, by }
end

-- Lets nothing leave before `finish`, and then nothing together. See `State::hold`.
local function block(finish)
  if finish <= max(state.block, state.seen, now) then
    return
  end
  state.block, state.sealed = finish, state.issued
  for _, rule in ipairs(rules) do
    if rule.decides then
      rule_pace(rule, finish)
    end
  end
  count('blocks', 1)
end

-- Counts `units` that have left by `at`, whether there was room or not, beside all that is counted.
local function count_anyway(units, at, counts_budget)
  state.seen = max(state.seen, at)
  for _, rule in ipairs(rules) do
    if counts_budget or rule.kind ~= 'b' then
      rule_take(rule, units, state.seen)
    end
  end
  state.issued, state.kept = state.issued + units, state.kept + units
end

local function give_back(rule, unit)
  rule_give_back(
    rule, unit.units, unit.at, state.issued - unit.serial, state.seen, max(now, state.seen)
  )
end

local function unit_from_words()
  return {
    lineage = number(), at = number(), units = number(), serial = number(), position = number(),
  }
end

local news = {}
-- Where each unit counts that left later than it was given: the moment and the serial, by turns.
local moved = {}

function news.blocked()
  block(now + number())
end

function news.unsent()
  local unit = unit_from_words()
  if unit.lineage ~= state.lineage then
    return
  end
  if unit.position > state.newest then
    if unit.position == state.sold then
      state.sold = state.sold - unit.units
    else
      caps_raise(caps, unit.units)
    end
  end
  if unit.serial <= max(state.sealed, state.moved) then
    return
  end
  state.kept = state.kept - unit.units
  for _, rule in ipairs(rules) do
    give_back(rule, unit)
  end
end

-- What we allow ourselves was spent when the unit was given.
function news.moved()
  local unit, ago = unit_from_words(), number()
  if unit.lineage == state.lineage and unit.serial > state.sealed then
    state.kept = state.kept - unit.units
    for _, rule in ipairs(rules) do
      if rule.kind ~= 'b' then
        give_back(rule, unit)
      end
    end
  end
  count_anyway(unit.units, now - ago, false)
  state.moved = state.issued
  moved[#moved + 1], moved[#moved + 2] = state.seen, state.issued
end

-- `away`: for how long the store could not be had. If nobody else came in that time either, others
-- have spent as well and have not told it yet.
function news.spent()
  local units, ago, away = number(), number(), number()
  if away > 0 and seen_before < now - away + SECOND then
    begin_used_up(SERVER, now)
    seen_before = now
  end
  count_anyway(units, now - ago, true)
  state.sold = state.sold + units
end

-- A request of an earlier count was issued before all that this one has given.
function news.left()
  local unit, remaining, left, policy = unit_from_words(), number(), number(), word()
  local finish, seen = now + left, max(state.seen, now)
  if unit.lineage > state.lineage or finish <= seen then
    return
  end
  local as_of = unit.lineage == state.lineage and min(unit.position, state.sold) or 0
  state.newest = max(state.newest, as_of)
  caps = caps_supersede(caps, policy, as_of)
  caps = caps_enforce(caps, {
    position = as_of + remaining, finish = finish, policy = policy, heard = state.sold,
  }, seen)
end

-- The clock went on by `by` for longer than time did, since it was read as `since`. What is to come
-- has to come so much later; and what came too early all that was counted a while longer would have
-- had to wait for, so nothing leaves for so long. Of a jump that was told before, only what it was
-- more than that counts.
function news.jumped()
  local all, since = number(), number()
  local by = all
  if since < state.jump then
    by = by - state.jumped
  end
  if by <= 0 then
    return
  end
  state.jump, state.jumped = now, all
  anew = CLOCK
  for _, rule in ipairs(rules) do
    rule_delay(rule, by)
  end
  for _, cap in ipairs(caps) do
    cap.finish = min(NEVER, cap.finish + by)
  end
  state.block = max(min(NEVER, state.block + by), now + min(by, longest))
  state.sealed = state.issued
end

for _ = 1, number() do
  news[word()]()
end

-- Buckets that turned out to be this one. What each has granted counts here as well, as if all that
-- its limits still hold had been taken when it granted last; what it has granted since it was
-- counted here, where some process did not know yet.
local joins = saved[8] or ''

local function join(mark, key)
  local words = { 'core' }
  for index, rule in ipairs(rules) do
    words[index + 1] = rule.id
  end
  local other = call('HMGET', key, unpack(words))
  if not other[1] then
    return
  end
  local lineage, seen, _, issued = numbers(other[1], '^(%d+) (%d+) (%d+) (%d+)')
  local pattern = mark .. ' (%d+) (%d+);'
  local known, counted = numbers(joins, pattern)
  joins = string.gsub(joins, pattern, '')
  joins = joins .. string.format('%s %.0f %.0f;', mark, lineage, issued)
  local new = known == lineage and issued - counted or issued
  if new <= 0 then
    return
  end
  state.seen = max(state.seen, min(seen, now + SECOND))
  for index, rule in ipairs(rules) do
    local held
    if other[index + 1] and has_line(rule) then
      _, held = numbers(other[index + 1], '^(%d+) (%d+)')
    end
    rule_take(rule, min(new, held or rule.n, rule.n), state.seen)
  end
  state.kept, state.sealed = state.kept + new, state.issued
end

for _ = 1, number() do
  join(word(), KEYS[next_key])
  next_key = next_key + 1
end
