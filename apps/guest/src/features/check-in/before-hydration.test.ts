import { expect, test } from 'vitest'
import source from '../../../before-hydration.js?raw'
import { safeStorage } from '../../lib/storage.ts'
import { createDraft, emptyDraft, loadDraft, saveDraft } from './form/draft.ts'
import { restoreVisit } from './restore-visit.ts'
import { loadCheckIns, saveCheckIn, type StoredCheckIn } from './stored-check-ins.ts'
import { createBody, loadAttempt, saveAttempt } from './submission/attempt.ts'

const now = Date.now()
const record: StoredCheckIn = {
  firstName: 'Ada',
  lastName: 'Núñez',
  mobile: '0412 345 678',
  submissionTime: new Date(now).toISOString(),
  storedAt: now - 3_600_000,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: 'token',
  checkedOut: false,
  checkOutTime: null,
}

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  }
}

/** Runs the script as a page at this path does. @returns whether the form is hidden */
function hidesForm(path: string, localStorage: unknown, sessionStorage: unknown): boolean {
  const dataset: Record<string, string> = {}
  const names = ['location', 'localStorage', 'sessionStorage', 'document', 'addEventListener']
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the file is a script for a page, not a module
  const run = new Function(...names, source) as (...parts: unknown[]) => void
  const document = { documentElement: { dataset }, addEventListener: () => {} }
  run({ pathname: path }, localStorage, sessionStorage, document, () => {})
  return 'signedIn' in dataset
}

const attempt = {
  key: 'a-key',
  body: createBody({
    machineId: 'id',
    useTemperature: false,
    form: { roles: [], questions: [] },
    draft: emptyDraft,
  }),
  madeAt: now,
  isSent: true,
}

test.each([
  ['nothing stored', '/GATE', undefined, {}],
  ['a sign-in', '/GATE', record, {}],
  ['a sign-in, in small letters', '/gate/', record, {}],
  ['a sign-in elsewhere', '/LAMP', record, {}],
  ['one that is too old', '/GATE', { ...record, storedAt: now - 14 * 3_600_000 }, {}],
  ['one that is checked out', '/GATE', { ...record, checkedOut: true }, {}],
  ['a ban', '/GATE', { ...record, banned: true, checkOutToken: null }, {}],
  ['Start Again since', '/GATE', record, { isStartedAgain: true }],
  ['a sign-in that waits for its response', '/GATE', record, { waits: true }],
])('the server-rendered form is hidden where the pass will be shown: %s', (_, path, visit, so) => {
  const [localStorage, sessionStorage] = [memory(), memory()]
  const [local, session] = [safeStorage(() => localStorage), safeStorage(() => sessionStorage)]
  const key = path.slice(1, 5).toUpperCase()
  if (visit) saveCheckIn(local, 'GATE', visit)
  if ('isStartedAgain' in so) saveDraft(session, key, { ...createDraft(visit), isStartedAgain: true })
  if ('waits' in so) saveAttempt(local, key, attempt)
  const { checkIn } = restoreVisit({
    methodKey: key,
    checkIns: loadCheckIns(local, now),
    checkOut: undefined,
    attempt: loadAttempt(local, key, now),
    draft: loadDraft(session, key),
  })
  expect(hidesForm(path, localStorage, sessionStorage)).toBe(checkIn !== undefined)
})

test.each([
  ['broken text', () => ({ getItem: () => '{' })],
  [
    'no storage at all',
    () => ({
      getItem() {
        throw new Error('The browser is told to keep nothing')
      },
    }),
  ],
])('with %s the form is shown', (_, storage) => {
  expect(hidesForm('/GATE', storage(), storage())).toBe(false)
})
