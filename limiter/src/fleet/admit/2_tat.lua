-- A token bucket as one number, the theoretical arrival time: when it is full again. It is kept as
-- whole microseconds (`tw`) and a rest of `tr / c`, so that a unit, which takes `q + r / c`, is never
-- rounded. The whole burst takes `fw + fr / c`. See `gcra.rs`.

local function is_before(w1, r1, w2, r2)
  return w1 < w2 or (w1 == w2 and r1 < r2)
end

-- What `units` take.
local function time_of(bucket, units)
  if units > MOST or units * bucket.q > LONGEST then
    return LONGEST, 0
  end
  local whole, rest = split(units * bucket.r, bucket.c)
  return units * bucket.q + whole, rest
end

local function add(bucket, w1, r1, w2, r2)
  local whole, rest = w1 + w2, r1 + r2
  if rest >= bucket.c then
    whole, rest = whole + 1, rest - bucket.c
  end
  return whole, rest
end

local function subtract(bucket, w1, r1, w2, r2)
  local whole, rest = w1 - w2, r1 - r2
  if rest < 0 then
    whole, rest = whole - 1, rest + bucket.c
  end
  if whole < 0 then
    return 0, 0
  end
  return whole, rest
end

local function set_tat(bucket, whole, rest)
  if whole >= NEVER then
    whole, rest = NEVER, 0
  end
  bucket.tw, bucket.tr, bucket.dirty = whole, rest, true
end

-- The later of the bucket's time and `at`.
local function tat_from(bucket, at)
  if bucket.tw < at then
    return at, 0
  end
  return bucket.tw, bucket.tr
end

-- Counts `units` that leave at `at`.
local function tat_take(bucket, units, at)
  local whole, rest = tat_from(bucket, at)
  set_tat(bucket, add(bucket, whole, rest, time_of(bucket, units)))
end

-- The earliest moment from `at` on at which the last of `units` can leave.
local function tat_earliest(bucket, units, at)
  local whole, rest = tat_from(bucket, at)
  whole, rest = add(bucket, whole, rest, time_of(bucket, units))
  whole, rest = subtract(bucket, whole, rest, bucket.fw, bucket.fr)
  if rest > 0 then
    whole = whole + 1
  end
  return max(whole, at)
end

-- How many units can leave at `at`.
local function tat_room(bucket, at)
  local whole, rest = tat_from(bucket, at)
  if is_before(at + bucket.fw, bucket.fr, whole, rest) then
    return 0
  end
  local there, part = add(bucket, at, 0, bucket.fw, bucket.fr)
  there, part = subtract(bucket, there, part, whole, rest)
  -- A guess, which is off by one at most.
  local units = floor((there + part / bucket.c) / (bucket.q + bucket.r / bucket.c))
  local taken, more = time_of(bucket, units)
  if is_before(there, part, taken, more) then
    return units - 1
  end
  taken, more = time_of(bucket, units + 1)
  if is_before(there, part, taken, more) then
    return units
  end
  return units + 1
end

-- Gives back `units`, after which `since` were granted, none of them after `last`: never too early,
-- and exact when nothing was granted since. `Gcra::give_back` says why.
local function tat_give_back(bucket, units, since, last)
  local later, part = 0, 0
  if since > 0 then
    later, part = add(bucket, last, 0, time_of(bucket, since))
  end
  local whole, rest = subtract(bucket, bucket.tw, bucket.tr, time_of(bucket, units))
  if is_before(whole, rest, later, part) then
    whole, rest = later, part
  end
  if is_before(whole, rest, bucket.tw, bucket.tr) then
    set_tat(bucket, whole, rest)
  end
end

-- Counts as used up by sends at an even pace: at `from` one unit is there, the next one unit's time
-- later.
local function tat_pace(bucket, from)
  local whole, rest = subtract(bucket, from + bucket.fw, bucket.fr, bucket.q, bucket.r)
  if is_before(bucket.tw, bucket.tr, whole, rest) then
    set_tat(bucket, whole, rest)
  end
end

-- Counts `units` of long ago; more than there is leaves the bucket empty, not in debt.
local function tat_replay(bucket, units, at)
  tat_take(bucket, units, at)
  local whole, rest = add(bucket, at, 0, bucket.fw, bucket.fr)
  if is_before(whole, rest, bucket.tw, bucket.tr) then
    set_tat(bucket, whole, rest)
  end
end
