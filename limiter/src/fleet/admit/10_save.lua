-- Writes down what has changed, and answers.

if mode == 'reset' then
  begin()
  state.block, state.kept, state.seen, caps = 0, 0, now, {}
  for _, rule in ipairs(rules) do
    rule_clear(rule)
  end
end

local until_ = stop == UNTIL and stop_value or now
local waits = stop == NEVER_FITS and 0 or rest
local turns_now = turns_words(waits, next_cost, until_, given > 0)
local slots_now = slots_words(me.open + given)
caps = caps_expire(caps, now)
local caps_now = caps_words(caps)

-- Until when any of it is needed.
local function needed()
  local finish = max(now, state.block, slots.finish, turns.finish or 0)
  if #caps > 0 then
    finish = max(finish, caps[#caps].finish)
  end
  for _, rule in ipairs(rules) do
    finish = max(finish, rule_end(rule))
  end
  return finish
end

-- Keys live a second longer than needed, so that they are told to once in a second. Servers count
-- milliseconds: a few less are promised than there are.
local finish = needed()
local is_longer = finish > state.alive
if is_longer then
  state.alive = finish + SECOND - 4000
end
local ttl = max(1, (state.alive - fmod(state.alive, 1000) - now + fmod(now, 1000)) / 1000 + 3)

-- Lists go before the state: what is left of one that is not there says that it was lost.
local function keep(key, less)
  call('PEXPIRE', key, text(max(1, ttl - (less or 0))))
end

local words = { 'core', core_words() }
local function put(field, value, before)
  if value ~= (before or '') then
    words[#words + 1], words[#words + 2] = field, value
  end
end

put('ids', ids, saved[3])
put('caps', caps_now, saved[4])
put('turns', turns_now, saved[5])
put('slots', slots_now, saved[6])
put('most', most.words, saved[7])
put('joins', joins, saved[8])
put('run', run, saved[2])
for _, rule in ipairs(rules) do
  if rule.dirty or now - rule.told > 60 * SECOND then
    put(rule.id, rule_words(rule))
  end
end
call('HSET', KEYS[1], unpack(words))
if is_longer or is_new then
  keep(KEYS[1])
end

for _, rule in ipairs(rules) do
  if has_line(rule) and rule.dirty then
    line_save(rule)
  end
  local is_there = has_line(rule) and rule.count >= rule.first
  if is_there and (is_longer or not rule.was_there or rule.cleared) then
    keep(rule.key, 2)
  end
end

-- Beside the counters, which are there for longer, it stands who is meant.
local counted = is_new or ids ~= saved[3]
if counted then
  call('HSET', KEYS[2], 'api', api, 'account', account, 'bucket', name, 'ids', ids)
end
for _, entry in ipairs(counts) do
  if entry[2] > 0 then
    call('HINCRBY', KEYS[2], entry[1], text(entry[2]))
    counted = true
  end
end
if counted then
  call('PEXPIRE', KEYS[2], text(METER_LIFE))
end

-- How many words there are of units that left later, then these, then what is given.
local words_moved = #moved
for _, run in ipairs(runs) do
  moved[#moved + 1] = run
end

return {
  0, now, state.lineage, state.alive, state.block, in_flight, anew, stop, stop_value, first_serial,
  first_position, words_moved, unpack(moved),
}
