import { expect, it } from 'vitest'
import { encodeArray } from './encode-array.ts'

async function* batchesOf(...batches: number[][]) {
  yield* batches
}
const encode = (...batches: number[][]) => encodeArray(batchesOf(...batches), (item) => JSON.stringify(item))

it.each([
  [[], '[]'],
  [[[]], '[]'],
  [[[1]], '[1]'],
  [[[1, 2], [3]], '[1,2,3]'],
  [[[], [1], [], [2], []], '[1,2]'],
])('writes the batches %j as %s', async (batches, text) => {
  expect((await encode(...batches)).bytes.toString()).toBe(text)
})

it('gives equal bytes an equal strong entity tag, however they were batched', async () => {
  const { etag } = await encode([1, 2, 3])
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  expect((await encode([1], [2, 3])).etag).toBe(etag)
  expect((await encode([1, 2])).etag).not.toBe(etag)
})
