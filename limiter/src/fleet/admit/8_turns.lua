-- Who waits, in all processes, and who holds slots.
--
-- Who began to wait later is given what is left beside the next of each who began earlier. One who
-- was given something begins anew, so that a process with many waiters goes round with the others.
-- One who does not come within its grace loses its turn.

-- `reserved`: units that go to others first; `due`: when the first of them loses its turn;
-- `at_slot`: how many of them could take a slot now.
local turns = { reserved = 0, due = NEVER, at_slot = 0, waiting = 0, others = '' }

local function comes_before(since, process)
  return since < turns.since or (since == turns.since and process < me.process)
end

-- Nothing is saved up for one who has hardly begun to wait: it may give up.
local function reserve(units, since, until_, due)
  if now - since < SAVES_FROM then
    units = min(units, 1)
  end
  turns.reserved, turns.due = turns.reserved + units, min(turns.due, due)
  if until_ <= now then
    turns.at_slot = turns.at_slot + 1
  end
end

do
  local entries = {}
  local pattern = '((%S+) (%d+) (%d+) (%d+) (%d+) (%d+);)'
  for entry, process, since, units, until_, due, wants in string.gmatch(turns_saved, pattern) do
    if process == me.process then
      turns.since = tonumber(since)
    elseif tonumber(due) > now then
      entries[#entries + 1] = { process, tonumber(since), tonumber(units), tonumber(until_), tonumber(due) }
      turns.others, turns.waiting = turns.others .. entry, turns.waiting + tonumber(wants)
    end
  end
  if me.waited < 0 then
    turns.since = NEVER
  end
  turns.since = turns.since or now - me.waited
  for _, entry in ipairs(entries) do
    if comes_before(entry[2], entry[1]) then
      reserve(entry[3], entry[2], entry[4], entry[5])
    end
  end
end

-- All turns, with that of one who still wants `wants` requests, of which the next takes `units` and
-- comes at `until_`.
local function turns_words(wants, units, until_, was_served)
  if me.waited < 0 or wants == 0 then
    return turns.others
  end
  local since = was_served and now or turns.since
  -- Who waits comes again every half second, whatever it was told.
  local due = min(max(until_, now), now + COMES_AGAIN) + me.grace
  turns.finish = due
  return turns.others .. string.format('%s %.0f %.0f %.0f %.0f %.0f;', me.process, since, units,
    until_, due, wants)
end

-- `others`: slots that other processes hold.
local slots = { others = 0, words = '', finish = 0 }

-- Where nobody came for long, nobody could: all who hold slots have time to come again.
local nobody_came = now - seen_before > SLOT_LIFE / 2

for process, open, finish in string.gmatch(saved[6] or '', '(%S+) (%d+) (%d+);') do
  finish = min(tonumber(finish), now + SLOT_LIFE)
  if nobody_came then
    finish = now + SLOT_LIFE
  end
  if process ~= me.process and finish > now then
    slots.others = slots.others + tonumber(open)
    slots.words = slots.words .. string.format('%s %s %.0f;', process, open, finish)
    slots.finish = max(slots.finish, finish + SLOT_MEMORY)
  end
end

-- The least number of slots that anybody has declared, and who said what when.
local most = { slots = 0, words = '' }

do
  local own = false
  local function note(number_, told)
    if most.slots == 0 or number_ < most.slots then
      most.slots = number_
    end
    most.words = most.words .. string.format('%.0f %.0f;', number_, told)
  end
  for number_, told in string.gmatch(saved[7] or '', '(%d+) (%d+);') do
    number_, told = tonumber(number_), tonumber(told)
    local is_own = number_ == me.slots
    own = own or is_own
    if is_own and now - told > 60 * SECOND then
      told = now
    end
    if now - told <= max(RULE_LIFE, longest) then
      note(number_, told)
    end
  end
  if me.slots > 0 and not own then
    note(me.slots, now)
  end
end

local function slots_words(open)
  if most.slots == 0 or open == 0 then
    return slots.words
  end
  slots.finish = now + SLOT_LIFE + SLOT_MEMORY
  return slots.words .. string.format('%s %.0f %.0f;', me.process, open, now + SLOT_LIFE)
end
