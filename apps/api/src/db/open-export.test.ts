import { setTimeout as pass } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { newId } from '../lib/ids.ts'
import { createDatabase } from './client.ts'
import { createExports, EXPORTS_AT_ONCE } from './open-export.ts'
import { clientScope, installationScope } from './scopes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1, waitMs: 5000 })
})
afterAll(() => database.drop())

const owner = { group: 'client' }
const opened = (text: () => AsyncGenerator<string>, stallMs?: number) =>
  createExports(database.db, { ...(stallMs !== undefined && { stallMs }) }).open(
    installationScope(),
    owner,
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
  const refused = createExports(database.db).open(installationScope(), owner, () =>
    Promise.reject(new Error('no')),
  )
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

it('slow readers of one client leave a connection to others; the next one is told, and served when one has ended', async () => {
  const { runtimeUrl } = database
  const db = createDatabase({ runtimeUrl, connections: EXPORTS_AT_ONCE })
  const exports = createExports(db, { waitMs: 200 })
  const [one, other, third] = [clientScope(newId()), clientScope(newId()), clientScope(newId())]
  const busy = { code: 'exports_busy', status: 429, retryAfterSeconds: 10 }
  const whole = () =>
    exports.open(one, { group: one.clientId }, async () => ({ rows: 1, text: partsOf('whole') }))
  const left = Array.from({ length: 4 }, () => new AbortController())
  const slow = (scope: typeof one, at: number) =>
    exports.open(scope, { group: scope.clientId }, async () => ({
      rows: 1,
      text: partsWhile(left[at]?.signal),
    }))
  const readers = [(await slow(one, 0)).text, (await slow(one, 1)).text, (await slow(other, 2)).text]
  await expect(whole()).rejects.toMatchObject(busy)
  // No connection is free.
  await expect(slow(third, 3)).rejects.toMatchObject(busy)
  left[0]?.abort()
  await readAll(readers[0] ?? partsOf())
  expect(await readAll((await whole()).text)).toBe('whole')
  for (const controller of left) controller.abort()
  await Promise.all(readers.slice(1).map(readAll))
  await db.close()
})

async function* partsOf(...parts: string[]): AsyncGenerator<string> {
  yield* parts
}

/** Yields parts on demand until it is aborted. */
async function* partsWhile(signal: AbortSignal | undefined): AsyncGenerator<string> {
  while (signal?.aborted === false) yield 'x'.repeat(100_000)
}
