import { beforeEach, expect, test } from 'vitest'
import { dropDraft, dropDrafts, findDraft, keepDraft } from './drafts.ts'

const owner = { userId: 'ann', clientId: 'ridge' }
const key = { name: 'user new', owner }
const draft = { base: { name: '' }, typed: { name: 'Secret hire' } }

beforeEach(() => {
  dropDrafts()
  keepDraft(key, draft)
})

test('a draft comes back to whoever has typed it, in the client in which it was typed', () => {
  expect(findDraft({ ...key, owner: { ...owner } })).toMatchObject(draft)
  expect(findDraft({ ...key, name: 'site new' })).toBeUndefined()
  expect(findDraft({ ...key, owner: { ...owner, clientId: 'harbour' } })).toBeUndefined()
  expect(findDraft(key)).toMatchObject(draft)
})

test.each(['ridge', 'harbour'])('another person of %s does not find it, and then it is gone', (clientId) => {
  expect(findDraft({ ...key, owner: { userId: 'bo', clientId } })).toBeUndefined()
  expect(findDraft(key)).toBeUndefined()
})

test('a draft that was sent is gone', () => {
  dropDraft(key)
  expect(findDraft(key)).toBeUndefined()
})
