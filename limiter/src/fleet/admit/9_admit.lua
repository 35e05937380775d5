-- What is given of what is wanted, in order, each unit at the earliest moment that all limits allow;
-- what is free within the horizon is given ahead of its moment. See `State::decide`.

local at = max(now, state.seen)
local last = now + me.horizon
local NOTHING, UNTIL, SLOT, NEVER_FITS = 0, 1, 2, 3
local stop, stop_value = NOTHING, 0
local given, runs = 0, {}
local first_serial, first_position = state.issued, state.sold

-- The moment at which the last of `units` more can leave.
local function earliest(units)
  local moment = max(at, state.block, caps_earliest(caps, state.sold + units))
  for _, rule in ipairs(rules) do
    moment = max(moment, rule_earliest(rule, units, at))
  end
  return moment
end

-- How many units can leave now.
local function room()
  local units = caps_lowest(caps, at) - state.sold
  for _, rule in ipairs(rules) do
    units = min(units, rule_room(rule, at))
  end
  return units
end

local function pass()
  for _, rule in ipairs(rules) do
    rule_pass(rule, at)
  end
end

local function free_slots()
  if most.slots == 0 then
    return MOST
  end
  return most.slots - slots.others - me.open - given
end

local function give(requests, cost)
  local units = requests * cost
  for _, rule in ipairs(rules) do
    rule_take(rule, units, at)
  end
  state.issued, state.kept = state.issued + units, state.kept + units
  state.sold, state.seen = state.sold + units, at
  given = given + requests
  if runs[#runs - 1] == at then
    runs[#runs] = runs[#runs] + requests
  else
    runs[#runs + 1], runs[#runs + 2] = at, requests
  end
end

-- Gives as much as there is of `requests` that take `cost` each; how many were given.
local function give_some(requests, cost)
  if cost > largest then
    stop, stop_value = NEVER_FITS, largest
    return 0
  end
  if free_slots() - turns.at_slot < 1 then
    stop = SLOT
    return 0
  end
  local moment = earliest(turns.reserved + cost)
  if moment > last then
    if turns.reserved > 0 then
      -- Those who go first may not come.
      moment = min(moment, max(earliest(cost), turns.due))
    end
    stop, stop_value = UNTIL, moment
    return 0
  end
  at = moment
  if given == 0 and turns.others ~= '' then
    -- One who is far away asks for what comes free in a longer time.
    last = min(last, at + TURN)
  end
  pass()
  local some = 1
  if requests > 1 then
    local fit = max(1, floor((room() - turns.reserved) / cost))
    some = min(requests, fit, free_slots() - turns.at_slot)
  end
  give(some, cost)
  return some
end

pass()
local available, next_moment = 0, 0
if mode == 'look' then
  available = max(0, min(at < state.block and 0 or room(), largest, free_slots()))
  next_moment = free_slots() < 1 and 0 or earliest(1)
end

local rest, next_cost = 0, 0
for _ = 1, number() do
  local cost, requests = number(), number()
  while requests > 0 and stop == NOTHING do
    requests = requests - give_some(requests, cost)
  end
  if requests > 0 and rest == 0 then
    next_cost = cost
  end
  rest = rest + requests
end
state.seen = max(state.seen, now)

local in_flight = 0
if most.slots > 0 then
  in_flight = slots.others + me.open + given
end

if mode == 'look' then
  return { 0, now, available, next_moment, state.block, in_flight, turns.waiting, most.slots }
end
