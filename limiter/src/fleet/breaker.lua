-- The breaker of `breaker/machine.rs`, for a fleet: the same states, by the clock of the store.
--
-- KEYS[1]  the state, a hash
-- ARGV     1-3   the rules that are declared: failures, microseconds open, microseconds for a probe
--          4     whether the probe is wanted, 0 or 1
--          5     refusals that were not told yet
--          6     whether a state is known, 0 or 1; then
--          7-13  its epoch, whether it has tripped, its failures, its time, whether a probe is out
--                and until when, whether the last one was answered; times are told from now on
--          14-16 API, account and name, for people
--          17... what happened, the oldest first: what, the epoch of its request, how long ago
--
-- Returns integers: the time, the state as above with times by this clock, the three rules, and whether
-- the probe was given.
--
-- An epoch is the time at which it began, and no less than one more than the one before. So none is
-- used twice, not even when the keys were lost in between; and of two states the one with the greater
-- epoch is the later, whoever has it: a process that knows more than the store brings it back.

local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local arg = {}
for i = 1, 13 do arg[i] = tonumber(ARGV[i]) end

local NAMES = {'epoch', 'tripped', 'failures', 'time', 'out', 'lease', 'answered',
  'trips_at', 'open', 'probe', 'refused'}
-- Rules that nobody has declared for so long hold no more.
local RULE_LIFE = 600 * 1000000
local found = redis.call('HMGET', KEYS[1], 'rules', unpack(NAMES))
local rules_found = table.remove(found, 1) or ''
local there = found[1] and true or false
local was = {}
for i, name in ipairs(NAMES) do was[name] = tonumber(found[i] or 0) or 0 end
local it = {}
for name, value in pairs(was) do it[name] = value end

-- The stricter of all rules that are declared. Who said which when is written down once a minute.
it.trips_at, it.open, it.probe = arg[1], arg[2], arg[3]
local own = string.format('%.0f %.0f %.0f ', arg[1], arg[2], arg[3])
local rules, own_told = '', 0
for failures, open, probe, told in string.gmatch(rules_found, '(%d+) (%d+) (%d+) (%d+);') do
  local entry = failures .. ' ' .. open .. ' ' .. probe .. ' '
  if entry == own then
    own_told = tonumber(told)
  elseif now - told <= RULE_LIFE then
    it.trips_at = math.min(it.trips_at, tonumber(failures))
    it.open, it.probe = math.max(it.open, tonumber(open)), math.max(it.probe, tonumber(probe))
    rules = rules .. entry .. told .. ';'
  end
end
if now - own_told > 60 * 1000000 or own_told > now then
  own_told = now
end
rules = rules .. own .. string.format('%.0f;', own_told)
it.refused = was.refused + arg[5]

if arg[6] == 1 and (arg[7] > it.epoch or not there) then
  it.epoch, it.tripped, it.failures = arg[7], arg[8], arg[9]
  it.time, it.out, it.answered = now + arg[10], arg[11], arg[13]
  it.lease = it.out == 1 and now + arg[12] or 0
end
if it.tripped == 1 then
  -- Nothing lasts longer than from now on, if the clock went back.
  it.time = math.min(it.time, now + it.open)
  it.lease = math.min(it.lease, now + it.probe)
end

local function begin_epoch()
  it.epoch = math.max(it.epoch + 1, now)
end

local function close()
  it.tripped, it.failures, it.time, it.out, it.lease, it.answered = 0, 0, 0, 0, 0, 0
  begin_epoch()
end

local function trip(at)
  it.tripped, it.failures, it.time, it.out, it.lease, it.answered = 1, 0, at + it.open, 0, 0, 0
  begin_epoch()
end

local function end_probe(answered)
  it.out, it.lease, it.answered = 0, 0, answered
end

local function settle(what, at)
  if it.tripped == 0 then
    if what == 'success' then
      it.failures = 0
    elseif what == 'failure' then
      it.failures, it.time = it.failures + 1, at
      if it.failures >= it.trips_at then trip(at) end
    end
  elseif it.out == 1 and at < it.lease then
    if what == 'success' then close()
    elseif what == 'failure' then trip(at)
    elseif what == 'neutral' then end_probe(it.answered)
    elseif what == 'answered' then end_probe(1)
    elseif what == 'entered' then it.lease = at + it.probe
    end
  elseif it.out == 0 and it.answered == 1 and what == 'success' then
    close()
  end
end

for i = 17, #ARGV, 3 do
  if tonumber(ARGV[i + 1]) == it.epoch then settle(ARGV[i], now - ARGV[i + 2]) end
end

local given = 0
if arg[4] == 1 and it.tripped == 1 then
  local free = it.out == 1 and it.lease or it.time
  if free <= now then
    it.out, it.lease, it.answered, given = 1, now + it.probe, 0, 1
    begin_epoch()
  end
end

local fields = {}
for _, name in ipairs(NAMES) do
  if not there or it[name] ~= was[name] then
    fields[#fields + 1] = name
    fields[#fields + 1] = string.format('%.0f', it[name])
  end
end
-- A breaker of which nothing is known is none.
if there or it.epoch > 0 or it.failures > 0 then
  if not there then
    for i, name in ipairs({'api', 'account', 'name'}) do
      fields[#fields + 1] = name
      fields[#fields + 1] = ARGV[13 + i]
    end
  end
  if rules ~= rules_found then
    fields[#fields + 1], fields[#fields + 2] = 'rules', rules
  end
  if #fields > 0 then redis.call('HSET', KEYS[1], unpack(fields)) end
  -- As long as anything of it is of use, and requests that it let through may be under way.
  local keep = math.ceil((2 * it.open + it.probe) / 1000) + 1000
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', keep))
end

local answer = {now}
for i = 1, 10 do answer[#answer + 1] = it[NAMES[i]] end
answer[#answer + 1] = given
return answer
