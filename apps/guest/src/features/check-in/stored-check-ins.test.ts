import { describe, expect, it, test } from 'vitest'
import { followNewKey } from './follow-new-key.ts'
import { forgetVisit } from './forget-visit.ts'
import { noStorage, type SafeStorage } from '../../lib/storage.ts'
import {
  clockOffsetOf,
  createStoredCheckIn,
  findLatestCheckIn,
  isDoubtful,
  loadCheckIns,
  loadCheckOut,
  readCheckIns,
  saveCheckIn,
  saveCheckOut,
  type StoredCheckIn,
} from './stored-check-ins.ts'

const now = Date.parse('2026-11-20T03:00:00.000Z')
const hours = (count: number) => count * 3_600_000
const record: StoredCheckIn = {
  firstName: 'Ada',
  lastName: 'Núñez',
  mobile: '0412 345 678',
  submissionTime: '2026-11-20T02:00:00.000Z',
  storedAt: now - hours(1),
  clockOffset: 0,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: 'token',
  checkedOut: false,
  checkOutTime: null,
}

describe('records that are shown', () => {
  test.each([
    ['an hour old', record, true],
    ['13 hours old', { ...record, storedAt: now - hours(13) }, true],
    ['a millisecond older', { ...record, storedAt: now - hours(13) - 1 }, false],
    ['from a clock that was a few seconds ahead', { ...record, storedAt: now + 5000 }, true],
    ['from a clock that was an hour ahead', { ...record, storedAt: now + hours(1) }, false],
    ['checked out', { ...record, checkedOut: true }, false],
    ['banned', { ...record, banned: true, checkOutToken: null }, true],
  ])('%s', (_, stored, isShown) => {
    const storage = memory()
    storage.write('gatehouse.check-ins', JSON.stringify({ GATE: stored }))
    expect(Object.keys(loadCheckIns(storage, now))).toEqual(isShown ? ['GATE'] : [])
    // The phone's clock alone removes no record.
    expect(Object.keys(readCheckIns(storage))).toEqual(stored.checkedOut ? [] : ['GATE'])
  })
})

describe('a stored text', () => {
  test.each([
    undefined,
    '',
    'null',
    '[]',
    '"text"',
    '{"GATE":',
    '{"GATE":null}',
    JSON.stringify({ GATE: { ...record, submissionTime: 'yesterday' } }),
    JSON.stringify({ GATE: { ...record, firstName: undefined } }),
    JSON.stringify({ GATE: { ...record, storedAt: 'now' } }),
    JSON.stringify({ GATE: { ...record, checkOutToken: 7 } }),
  ])('%s holds nothing', (text) => {
    expect(readCheckIns(holding(text))).toEqual({})
  })

  it('drops only its invalid record', () => {
    const storage = holding(JSON.stringify({ GATE: record, DESK: { broken: true } }))
    expect(readCheckIns(storage)).toEqual({ GATE: record })
  })
})

describe('the store', () => {
  it('keeps one record per method, and removes checked-out ones', () => {
    const storage = memory()
    saveCheckIn(storage, 'GATE', record)
    saveCheckIn(storage, 'DESK', { ...record, storedAt: now })
    saveCheckIn(storage, 'GATE', { ...record, firstName: 'Bo' })
    expect(loadCheckIns(storage, now)).toEqual({
      GATE: { ...record, firstName: 'Bo' },
      DESK: { ...record, storedAt: now },
    })

    forgetVisit(storage, { ...record, checkedOut: true })
    expect(Object.keys(loadCheckIns(storage, now))).toEqual(['GATE'])

    expect(loadCheckIns(storage, now + hours(13))).toEqual({})
    forgetVisit(storage, { ...record, firstName: 'Bo', checkedOut: true })
    expect(storage.entries.size).toBe(0)
  })

  describe('after the key of a method was renewed', () => {
    const visit = { ...record, machineId: 'method' }

    it('finds the visit under the new key, the latest where there are several', () => {
      const storage = memory()
      saveCheckIn(storage, 'DESK', { ...visit, machineId: 'another' })
      followNewKey(storage, 'NEWK', 'method')
      expect(Object.keys(readCheckIns(storage))).toEqual(['DESK'])
      saveCheckIn(storage, 'GATE', visit)
      followNewKey(storage, 'NEWK', 'method')
      expect(readCheckIns(storage)['NEWK']).toEqual(visit)
      expect(readCheckIns(storage)['GATE']).toEqual(visit)
    })
    it('takes no visit whose method is not known, and keeps one that was made under the new key', () => {
      const storage = memory()
      const own = { ...visit, firstName: 'Bo' }
      storage.write('gatehouse.check-ins', JSON.stringify({ GATE: visit, NEWK: own, DESK: record }))
      followNewKey(storage, 'NEWK', 'method')
      followNewKey(storage, 'FREE', 'unknown')
      expect(readCheckIns(storage)).toEqual({ GATE: visit, NEWK: own, DESK: record })
    })
    it('forgets it under all keys when it is checked out, or another one follows', () => {
      const storage = memory()
      saveCheckIn(storage, 'GATE', visit)
      followNewKey(storage, 'NEWK', 'method')
      saveCheckIn(storage, 'NEWK', { ...visit, firstName: 'Bo' })
      expect(Object.keys(readCheckIns(storage))).toEqual(['NEWK'])
      followNewKey(storage, 'GATE', 'method')
      forgetVisit(storage, { ...visit, firstName: 'Bo', checkedOut: true })
      expect(storage.entries.size).toBe(0)
    })
  })

  it('works without a storage', () => {
    saveCheckIn(noStorage, 'GATE', record)
    expect(loadCheckIns(noStorage, now)).toEqual({})
  })

  it('finds the person who signed in last', () => {
    expect(findLatestCheckIn({})).toBeUndefined()
    expect(
      // By the server's clock: the phone's was set back in between.
      findLatestCheckIn({
        GATE: record,
        DESK: { ...record, firstName: 'Bo', submissionTime: '2026-11-21T00:00:00.000Z', storedAt: 0 },
      })?.firstName,
    ).toBe('Bo')
  })

  it('finds nobody where that person is banned, whatever an earlier sign-in here says', () => {
    const later = { ...record, submissionTime: '2026-11-21T00:00:00.000Z' }
    expect(findLatestCheckIn({ GATE: record, DESK: { ...later, banned: true } })).toBeUndefined()
    expect(findLatestCheckIn({ GATE: { ...record, banned: true }, DESK: later })).toBe(later)
  })
})

describe('the clock of the server beside that of the phone', () => {
  test.each([
    ['between sending and receiving', 1000, 500, 1500, 0],
    ['a phone that is an hour ahead', 1000, hours(1) + 500, hours(1) + 1500, 500 - hours(1)],
    ['a phone that is an hour behind', hours(1) + 1000, 500, 1500, hours(1) - 500],
    ['an answer that was fetched an hour later', 1000, 500, hours(1), 0],
  ])('%s', (_, serverTime, sentAt, receivedAt, offset) => {
    expect(clockOffsetOf(serverTime, sentAt, receivedAt)).toBe(offset)
  })
})

describe('a check-out', () => {
  const checkedOut = { ...record, checkedOut: true, checkOutTime: '2026-11-20T03:00:00.000Z' }

  it('stays in its window until it is removed', () => {
    const session = memory()
    saveCheckOut(session, 'GATE', checkedOut)
    expect(loadCheckOut(session, 'GATE')).toEqual(checkedOut)
    expect(loadCheckOut(session, 'DESK')).toBeUndefined()
    saveCheckOut(session, 'GATE', undefined)
    expect(session.entries.size).toBe(0)
  })
})

test.each([
  ['at once', 0, 0],
  ['two days later', hours(48), 0],
  ['two days later, after the clock was three days ahead', hours(48), hours(72)],
  ['two days later, after the clock was three days behind', hours(48), -hours(72)],
])('a sign-in whose answer comes %s is as old as it is', (_, later, wrong) => {
  const signedIn = Date.parse(record.submissionTime)
  const stored = createStoredCheckIn(
    record,
    { ...record, invalidCode: false },
    signedIn + wrong,
    signedIn + later,
  )
  expect(stored.storedAt).toBeLessThanOrEqual(signedIn + later)
  expect(isDoubtful(stored, signedIn + later)).toBe(later > hours(13) && wrong <= 0)
})

it('a late answer of an earlier sign-in does not displace a later one', () => {
  const storage = memory()
  const later = { ...record, submissionTime: '2026-11-27T09:00:00.000Z' }
  saveCheckIn(storage, 'GATE', later)
  saveCheckIn(storage, 'GATE', record)
  expect(readCheckIns(storage)).toEqual({ GATE: later })
})

it('a check-out removes its own visit, under whatever key, and never a later one of the method', () => {
  const storage = memory()
  const child = { ...record, firstName: 'Child', submissionTime: '2026-11-20T09:00:00.000Z' }
  saveCheckIn(storage, 'GATE', child)
  forgetVisit(storage, { ...record, checkedOut: true })
  expect(readCheckIns(storage)).toEqual({ GATE: child })
  forgetVisit(storage, { ...child, checkedOut: true })
  expect(readCheckIns(storage)).toEqual({})
})

it('takes the person from what was sent and the outcome from the response', () => {
  const result = {
    invalidCode: false,
    submissionTime: record.submissionTime,
    banned: false,
    highTemperature: false,
    lowTemperature: false,
    temperature: null,
    checkOutToken: 'token',
  }
  const person = { firstName: 'Ada', lastName: 'Núñez', mobile: '0412 345 678', machineId: 'method' }
  expect(createStoredCheckIn(person, result, record.storedAt, record.storedAt)).toEqual({
    ...record,
    machineId: 'method',
  })
})

function holding(text: string | undefined): SafeStorage {
  const storage = memory()
  storage.write('gatehouse.check-ins', text)
  return storage
}

function memory(): SafeStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    read: (name) => entries.get(name),
    write: (name, text) => void (text === undefined ? entries.delete(name) : entries.set(name, text)),
  }
}
