import { expect, test } from 'vitest'
import source from '../../../before-hydration.js?raw'
import { safeStorage } from '@gatehouse/api-client/safe-storage'
import { createDraft, saveDraft } from './form/draft.ts'
import { saveCheckIn, type StoredCheckIn } from './stored-check-ins.ts'

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

/** Runs the script as a page at this path would. @returns whether the form is hidden */
function hidesForm(path: string, localStorage: unknown, sessionStorage: unknown): boolean {
  const dataset: Record<string, string> = {}
  const names = ['location', 'localStorage', 'sessionStorage', 'document', 'addEventListener']
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the file is a script for a page, not a module
  const run = new Function(...names, source) as (...parts: unknown[]) => void
  const document = { documentElement: { dataset }, addEventListener: () => {} }
  run({ pathname: path }, localStorage, sessionStorage, document, () => {})
  return 'signedIn' in dataset
}

test.each([
  ['nothing is stored', '/GATE', undefined, false],
  ['a sign-in is stored', '/GATE', record, true],
  ['a sign-in is stored, at an address in small letters', '/gate/', record, true],
  ['a sign-in is stored elsewhere', '/LAMP', record, false],
  ['the stored one is checked out', '/GATE', { ...record, checkedOut: true }, false],
  ['the form was started again since', '/GATE', record, false],
])('where %s, the server-rendered form is hidden or not', (name, path, visit, isHidden) => {
  const [localStorage, sessionStorage] = [memory(), memory()]
  const session = safeStorage(() => sessionStorage)
  if (name.startsWith('the form was started again'))
    saveDraft(session, 'GATE', { ...createDraft(visit), isStartedAgain: true })
  if (visit)
    saveCheckIn(
      safeStorage(() => localStorage),
      'GATE',
      visit,
    )
  expect(hidesForm(path, localStorage, sessionStorage)).toBe(isHidden)
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
