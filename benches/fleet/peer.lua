-- What most programs do that share a limit by way of Redis: one moment in one key, one permit a trip.
-- In: the time of one unit in microseconds, and how far it may be ahead. Out: how long to wait.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local unit, ahead = tonumber(ARGV[1]), tonumber(ARGV[2])
local next = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + unit
if next - ahead > now then
  return math.ceil(next - ahead - now)
end
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil((next - now) / 1000) + 1)
return 0
