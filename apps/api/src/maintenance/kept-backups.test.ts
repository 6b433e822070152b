import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupName } from './backup-folder.ts'
import { latestNight } from './nightly-backup.ts'
import { chooseKept, deleteOldBackups } from './write-backup.ts'

/** Monday to Sunday: 9–15 and 16–22 November 2026. */
const on = (day: number, hour = 3) => new Date(Date.UTC(2026, 10, day, hour))
const keep = { daily: 7, weekly: 4 }
const daysOf = (times: Date[], kept = keep) =>
  [...chooseKept(times, kept)].map((time) => time.toISOString().slice(5, 13)).toSorted()

test('the latest backup of each of seven days and four weeks is kept', () => {
  const everyNight = Array.from({ length: 60 }, (_, index) => on(20 - index))
  expect(daysOf(everyNight)).toEqual([
    '11-01T03',
    '11-08T03',
    '11-14T03',
    '11-15T03',
    '11-16T03',
    '11-17T03',
    '11-18T03',
    '11-19T03',
    '11-20T03',
  ])
})

test('of several backups of a day the latest is kept', () => {
  expect(daysOf([on(20, 12), on(20, 9), on(20, 3), on(19, 3)])).toEqual(['11-19T03', '11-20T12'])
})

test('days without a backup do not count', () => {
  expect(daysOf([on(20), on(10), on(1)], { daily: 2, weekly: 0 })).toEqual(['11-10T03', '11-20T03'])
})

test('nothing but old and unfinished backups is deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const names = [
    backupName(on(20)),
    backupName(on(19)),
    backupName(on(18)),
    `${backupName(on(17))}.part`,
    `${backupName(on(20, 2))}.part`,
    'gatehouse-of-somebody-else',
    'notes.txt',
  ]
  for (const name of names) await mkdir(join(folder, name))
  await deleteOldBackups(folder, { daily: 2, weekly: 0 }, on(20, 4))
  expect((await readdir(folder)).toSorted()).toEqual(
    names.filter((_, index) => index !== 2 && index !== 3).toSorted(),
  )
})

test.each([
  ['before three', new Date(2026, 10, 20, 2, 59), new Date(2026, 10, 19, 3)],
  ['at three', new Date(2026, 10, 20, 3), new Date(2026, 10, 20, 3)],
  ['in the evening', new Date(2026, 10, 20, 22), new Date(2026, 10, 20, 3)],
])('the latest night %s', (_, now, expected) => {
  expect(latestNight(now)).toEqual(expected)
})
