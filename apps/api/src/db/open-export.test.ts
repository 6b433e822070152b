import { setTimeout as pass } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createExports } from './open-export.ts'
import { installationScope } from './scopes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1, waitMs: 5000 })
})
afterAll(() => database.drop())

const opened = (text: () => AsyncGenerator<string>, stallMs?: number) =>
  createExports(database.db, { ...(stallMs !== undefined && { stallMs }) }).open(
    installationScope(),
    async () => ({
      rows: 3,
      text: text(),
    }),
  )

async function readAll(text: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const part of text) whole += part
  return whole
}

it('what fails before the first part is refused', async () => {
  const refused = createExports(database.db).open(installationScope(), () => Promise.reject(new Error('no')))
  await expect(refused).rejects.toThrow('no')
})

it('what fails later ends the text with an error', async () => {
  const { rows, text } = await opened(async function* () {
    yield 'a'
    throw new Error('lost')
  })
  expect(rows).toBe(3)
  await expect(readAll(text)).rejects.toThrow('lost')
})

it('a reader who takes nothing gives the only connection back, and gets no end', async () => {
  const { text } = await opened(async function* () {
    for (;;) yield 'x'.repeat(100_000)
  }, 50)
  const { text: other } = await opened(async function* () {
    yield 'whole'
  })
  expect(await readAll(other)).toBe('whole')
  await expect(readAll(text)).rejects.toThrow()
})

it('a slow reader gets all', async () => {
  const { text } = await opened(async function* () {
    for (const part of ['a', 'b', 'c']) yield part
  })
  let whole = ''
  for await (const part of text) {
    whole += part
    await pass(1)
  }
  expect(whole).toBe('abc')
})
