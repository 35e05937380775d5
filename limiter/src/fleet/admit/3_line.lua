-- Units in the order of the moments at which something happens to them, those of one moment
-- together: in a window, when they stop counting; in a vendor's bucket, when they have surely
-- arrived. They stand in a list, moment and number by turns, the first moment first. What is not
-- needed of it is not read. What was taken away leaves a place with no unit.

-- The first places are read at once, which mostly is all; who needs more needs many.
local PAGE, MORE = 16, 512

-- The moment and the number at `place`; those that this trip adds come after those in the list.
local function at_place(line, place)
  if place > line.stored then
    local index = 2 * (place - line.stored)
    return line.added[index - 1], line.added[index]
  end
  local page, before, size = 0, 0, PAGE
  if place > PAGE then
    page = floor((place - PAGE - 1) / MORE) + 1
    before, size = PAGE + (page - 1) * MORE, MORE
  end
  local items = line.pages[page]
  if not items then
    items = call('LRANGE', line.key, 2 * before, 2 * (before + size) - 1)
    line.pages[page] = items
  end
  local index = 2 * (place - before)
  return tonumber(items[index - 1]), line.edits[place] or tonumber(items[index])
end

-- Whether the list is as long as it should be, as far as the beginning tells: servers that are
-- short of memory drop keys.
local function is_whole(line)
  if line.stored == 0 then
    return true
  end
  at_place(line, 1)
  return #line.pages[0] == 2 * min(line.stored, PAGE)
end

-- Adds `units` at a moment, or at the last one if that is later.
local function line_add(line, units, moment)
  local added = line.added
  moment = max(moment, line.last)
  if #added > 0 and line.last == moment then
    added[#added] = added[#added] + units
  else
    added[#added + 1], added[#added + 2] = moment, units
    line.count = line.count + 1
  end
  line.held, line.last, line.dirty = line.held + units, moment, true
end

-- Takes off all whose moment has come at `at`, and hands each to `what`.
local function line_pass(line, at, what)
  while line.first <= line.count do
    local moment, units = at_place(line, line.first)
    if moment > at then
      return
    end
    line.first, line.held, line.dirty = line.first + 1, line.held - units, true
    if what and units > 0 then
      what(line, units, moment)
    end
  end
end

-- Takes away up to `units` of those at `moment`; how many were there. Where units of processes that
-- hold them for longer came before, they stand later than their own moment, with some of those: if
-- that is still to come at `now`, the first ones after it are as good, since what is left then
-- counts no shorter.
local function line_remove(line, units, moment, now)
  local place = line.count + 1
  while place > line.first and at_place(line, place - 1) >= moment do
    place = place - 1
  end
  local gone = 0
  while place <= line.count and gone < units do
    local there, number = at_place(line, place)
    if there > moment and moment <= now then
      break
    end
    local some = min(number, units - gone)
    gone = gone + some
    if place > line.stored then
      line.added[2 * (place - line.stored)] = number - some
    else
      line.edits[place] = number - some
    end
    place = place + 1
  end
  line.held, line.dirty = line.held - gone, true
  return gone
end

-- Forgets all of them.
local function line_clear(line)
  line.cleared = true
  line.stored, line.count, line.first, line.held, line.last = 0, 0, 1, 0, 0
  line.pages, line.edits, line.added, line.dirty = {}, {}, {}, true
end

-- Writes down what has changed.
local function line_save(line)
  if line.cleared then
    call('DEL', line.key)
  end
  for place, units in pairs(line.edits) do
    if place >= line.first then
      call('LSET', line.key, 2 * place - 1, text(units))
    end
  end
  if line.first > 1 and line.stored > 0 then
    call('LTRIM', line.key, 2 * (line.first - 1), -1)
  end
  local from = max(0, line.first - 1 - line.stored)
  local words = {}
  for index = 2 * from + 1, #line.added do
    words[#words + 1] = text(line.added[index])
    if #words == 200 or index == #line.added then
      call('RPUSH', line.key, unpack(words))
      words = {}
    end
  end
end
