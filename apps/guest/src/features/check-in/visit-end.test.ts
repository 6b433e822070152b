import { describe, expect, it, test } from 'vitest'
import type { SafeStorage } from '../../lib/storage.ts'
import { readCheckIns, saveCheckIn, type StoredCheckIn } from './stored-check-ins.ts'
import { hasEnded, loadEnd, saveEnd, settleCheckIns, withClocks } from './visit-end.ts'

const hours = (count: number) => count * 3_600_000
const signedIn = Date.parse('2026-11-20T02:00:00.000Z')
const record: StoredCheckIn = {
  firstName: 'Ada',
  lastName: 'Núñez',
  mobile: '0412 345 678',
  submissionTime: new Date(signedIn).toISOString(),
  storedAt: signedIn,
  clockOffset: 0,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: 'token',
  checkedOut: false,
  checkOutTime: null,
}

function memory(): SafeStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    read: (name) => entries.get(name),
    write: (name, text) => void (text === undefined ? entries.delete(name) : entries.set(name, text)),
  }
}

test.each([
  ['after 13 hours', hours(13), 0, false],
  ['a millisecond later', hours(13) + 1, 0, true],
  ['after an hour, on a phone that was set 20 hours ahead', hours(1), hours(20), false],
  ['after 14 hours, on a phone that was set back', hours(14), -hours(10), true],
])('a pass has ended %s: by the server alone', (_, age, set, ended) => {
  const server = signedIn + age
  expect(hasEnded(record, { server, phone: server + set })).toBe(ended)
})

describe('a record on a phone whose clock', () => {
  it('was not set stays as it is', () => {
    const server = signedIn + hours(2)
    expect(withClocks(record, { server, phone: server + 30_000 })).toBe(record)
  })
  test.each([hours(20), -hours(20), hours(1), -hours(1)])('was set by %d ms has its age again', (set) => {
    const server = signedIn + hours(2)
    const phone = server + set
    expect(withClocks(record, { server, phone })).toEqual({
      ...record,
      storedAt: phone - hours(2),
      clockOffset: -set,
    })
  })
  it('was wrong all the time stays as it is', () => {
    const wrong = { ...record, storedAt: signedIn + hours(5), clockOffset: -hours(5) }
    const server = signedIn + hours(2)
    expect(withClocks(wrong, { server, phone: server + hours(5) })).toBe(wrong)
  })
})

it('removes what has ended and says so for a day; the rest stays', () => {
  const storage = memory()
  const later = new Date(signedIn + hours(3)).toISOString()
  saveCheckIn(storage, 'GATE', record)
  saveCheckIn(storage, 'DESK', { ...record, submissionTime: later, storedAt: signedIn + hours(3) })
  const now = signedIn + hours(14)
  settleCheckIns(storage, { server: now, phone: now })
  expect(Object.keys(readCheckIns(storage))).toEqual(['DESK'])
  expect(loadEnd(storage, 'GATE', now + hours(23))).toBe(record.submissionTime)
  expect(loadEnd(storage, 'DESK', now)).toBeUndefined()
  expect([...storage.entries.values()].filter((text) => text.includes('Ada'))).toHaveLength(1)
  expect(loadEnd(storage, 'GATE', now + hours(25))).toBeUndefined()
  // The clock was set ahead, then corrected.
  expect(loadEnd(storage, 'GATE', now + hours(23))).toBe(record.submissionTime)
  expect(loadEnd(storage, 'GATE', now - hours(1))).toBeUndefined()
})

it('says nothing of the end of a sign-in that was refused', () => {
  const storage = memory()
  saveCheckIn(storage, 'GATE', { ...record, highTemperature: true, checkOutToken: null })
  const now = signedIn + hours(14)
  settleCheckIns(storage, { server: now, phone: now })
  expect(storage.entries.size).toBe(0)
})

test.each(['', 'x', '{}', 'x 2026-11-20T02:00:00.000Z'])('the text %j says nothing of an end', (text) => {
  const storage = memory()
  storage.write('gatehouse.ended.GATE', text)
  expect(loadEnd(storage, 'GATE', 1)).toBeUndefined()
})

it('an end can be taken back', () => {
  const storage = memory()
  saveEnd(storage, 'GATE', record.submissionTime, 1)
  saveEnd(storage, 'GATE', undefined, 1)
  expect(storage.entries.size).toBe(0)
})
