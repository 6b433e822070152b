import { describe, expect, it, test } from 'vitest'
import { noStorage, type SafeStorage } from '../../lib/storage.ts'
import {
  clockOffsetOf,
  createStoredCheckIn,
  findEndedCheckIn,
  keepCurrent,
  findLatestCheckIn,
  loadCheckIns,
  loadCheckOut,
  parseCheckIns,
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

describe('records that are kept', () => {
  test.each([
    ['an hour old', record, true],
    ['13 hours old', { ...record, storedAt: now - hours(13) }, true],
    ['a millisecond older', { ...record, storedAt: now - hours(13) - 1 }, false],
    ['from a clock 14 hours ahead', { ...record, storedAt: now + hours(14) }, false],
    ['checked out', { ...record, checkedOut: true }, false],
    ['banned', { ...record, banned: true, checkOutToken: null }, true],
  ])('%s', (_, stored, isKept) => {
    expect(Object.keys(keepCurrent({ GATE: stored }, now))).toEqual(isKept ? ['GATE'] : [])
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
    expect(parseCheckIns(text, now)).toEqual({})
  })

  it('drops only its invalid record', () => {
    expect(parseCheckIns(JSON.stringify({ GATE: record, DESK: { broken: true } }), now)).toEqual({
      GATE: record,
    })
  })
})

describe('the store', () => {
  it('keeps one record per method, and removes old and checked-out ones', () => {
    const storage = memory()
    saveCheckIn(storage, 'GATE', record, now)
    saveCheckIn(storage, 'DESK', { ...record, storedAt: now }, now)
    saveCheckIn(storage, 'GATE', { ...record, firstName: 'Bo' }, now)
    expect(loadCheckIns(storage, now)).toEqual({
      GATE: { ...record, firstName: 'Bo' },
      DESK: { ...record, storedAt: now },
    })

    saveCheckIn(storage, 'DESK', { ...record, checkedOut: true }, now)
    expect(Object.keys(loadCheckIns(storage, now))).toEqual(['GATE'])

    expect(loadCheckIns(storage, now + hours(13))).toEqual({})
    expect(storage.entries.size).toBe(0)
  })

  it('works without a storage', () => {
    saveCheckIn(noStorage, 'GATE', record, now)
    expect(loadCheckIns(noStorage, now)).toEqual({})
  })

  it('finds the person who signed in last', () => {
    expect(findLatestCheckIn({})).toBeUndefined()
    expect(
      findLatestCheckIn({ GATE: record, DESK: { ...record, firstName: 'Bo', storedAt: now } })?.firstName,
    ).toBe('Bo')
  })
})

describe('a sign-in that has ended', () => {
  const storedAgo = (milliseconds: number, part: Partial<StoredCheckIn> = {}) => {
    const storage = memory()
    const stored = { ...record, ...part, storedAt: now - milliseconds }
    storage.write('gatehouse.check-ins', JSON.stringify({ GATE: stored }))
    return findEndedCheckIn(storage, 'GATE', now) !== undefined
  }

  it('is found for a day, until the record is removed', () => {
    expect(storedAgo(hours(13))).toBe(false)
    expect(storedAgo(hours(13) + 1)).toBe(true)
    expect(storedAgo(hours(37))).toBe(false)
    expect(storedAgo(-hours(14))).toBe(false)
  })

  it('is none that was checked out, and none of another method', () => {
    expect(storedAgo(hours(14), { checkedOut: true })).toBe(false)
    expect(findEndedCheckIn(memory(), 'GATE', now)).toBeUndefined()
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

  it('stays in its window until it is removed or too old', () => {
    const session = memory()
    saveCheckOut(session, 'GATE', checkedOut)
    expect(loadCheckOut(session, 'GATE', now)).toEqual(checkedOut)
    expect(loadCheckOut(session, 'DESK', now)).toBeUndefined()
    expect(loadCheckOut(session, 'GATE', now + hours(13))).toBeUndefined()
    saveCheckOut(session, 'GATE', undefined)
    expect(session.entries.size).toBe(0)
  })
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
  const person = { firstName: 'Ada', lastName: 'Núñez', mobile: '0412 345 678' }
  expect(createStoredCheckIn(person, result, record.storedAt, record.storedAt)).toEqual(record)
})

function memory(): SafeStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    read: (name) => entries.get(name),
    write: (name, text) => void (text === undefined ? entries.delete(name) : entries.set(name, text)),
  }
}
