import { expect, it } from 'vitest'
import { workThroughBatches } from './work-through-batches.ts'

it('works until a batch was not full', async () => {
  const batches = [true, true, false, true]
  await workThroughBatches(() => Promise.resolve(batches.shift() ?? false))
  expect(batches).toEqual([true])
})

it('begins no further batch when it is told to end, and does not rest', async () => {
  const stopping = new AbortController()
  let worked = 0
  await workThroughBatches(() => {
    worked += 1
    stopping.abort()
    return Promise.resolve(true)
  }, stopping.signal)
  expect(worked).toBe(1)
})

it('works on nothing where it was told to end before', async () => {
  await workThroughBatches(() => Promise.reject(new Error('It worked')), AbortSignal.abort())
})

it('leaves a failure to its caller', async () => {
  await expect(workThroughBatches(() => Promise.reject(new Error('No connection')))).rejects.toThrow(
    'No connection',
  )
})
