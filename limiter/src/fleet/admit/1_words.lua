-- Decides about one bucket of one account, in one step: what a process tells, what it wants, what it
-- gets. The parts of this script are put together by `script.rs`, which also says what goes in and
-- what comes out; the design is that of the limiter in memory, limit by limit.
--
-- All times are whole microseconds of this server's clock. All numbers are whole and below 2^53,
-- so they are exact as the floating-point numbers that they are here; nothing is divided but by
-- `split`, and nothing is turned into text but by `text`, since `tostring` loses digits.

local call = redis.call
local fmod, floor, max, min = math.fmod, math.floor, math.max, math.min

-- The time is asked for here and nowhere else.
local clock = call('TIME')
local now = clock[1] * 1000000 + clock[2]
-- Which server this is, and since when.
local server = call('INFO', 'server')

-- Later than anything that is waited for, and the longest time there is. Twice their sum is below
-- 2^53.
local NEVER, LONGEST = 3 * 2 ^ 50, 2 ^ 50
-- More units than can ever leave at once.
local MOST = 2 ^ 26
local SECOND = 1000000
-- Who waits is heard of again within this time; see `trip.rs`.
local COMES_AGAIN = 600000
-- Who waits for so long has others wait until there is all it wants.
local SAVES_FROM = 250000
-- Where others wait, nobody is given more at once than what comes free in this time.
local TURN = 16000
-- Slots of a process that has not been heard of for so long are free. It tells of them every three
-- seconds.
local SLOT_LIFE = 10 * SECOND
-- While slots are held, the state is kept for so long: who holds them may be cut off.
local SLOT_MEMORY = 600 * SECOND
-- Limits that nobody has declared for so long are dropped.
local RULE_LIFE = 600 * SECOND
-- Counters are kept for a day, in milliseconds.
local METER_LIFE = 86400000

local function text(number)
  return string.format('%.0f', number)
end

-- `one / other` as a whole number and what is left. Exact, which `%` is not for large numbers.
local function split(one, other)
  local rest = fmod(one, other)
  return (one - rest) / other, rest
end

-- The numbers in `words` that `pattern` names.
local function numbers(words, pattern)
  local found = { string.match(words, pattern) }
  for index = 1, #found do
    found[index] = tonumber(found[index])
  end
  return unpack(found)
end

local read = 0

-- The next argument.
local function word()
  read = read + 1
  return ARGV[read]
end

local function number()
  return tonumber(word())
end
