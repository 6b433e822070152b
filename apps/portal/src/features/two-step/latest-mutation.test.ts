import { ApiError } from '@gatehouse/api-client/api-error'
import { expect, test, vi } from 'vitest'
import { latestMutation, type NamedMutation } from './latest-mutation.ts'

const title = (id: string) => ({ id })
const stepUp = new ApiError(403, { statusCode: 403, code: 'step_up_required', message: 'x' }, null)

function mutation(submittedAt: number, state: object = {}) {
  const mutate = vi.fn()
  const reset = vi.fn()
  const result = { submittedAt, isPending: false, error: null, variables: undefined, mutate, reset, ...state }
  return {
    mutate,
    reset,
    named: (id: string) => ({ mutation: result, failedTitle: title(id) }) as unknown as NamedMutation,
  }
}

test('nothing was sent', () => {
  expect(latestMutation([mutation(0).named('a'), mutation(0).named('b')])).toEqual({
    isBusy: false,
    failed: undefined,
    stepUp: undefined,
  })
})

test('only the failure of the latest one counts', () => {
  const first = mutation(1, { error: new Error('first') })
  const second = mutation(2, { error: new Error('second') })
  expect(latestMutation([first.named('a'), second.named('b')]).failed).toEqual({
    title: title('b'),
    error: new Error('second'),
  })
  const running = mutation(3, { isPending: true })
  expect(latestMutation([first.named('a'), second.named('b'), running.named('c')])).toMatchObject({
    isBusy: true,
    failed: undefined,
  })
})

test('one that needs a code is no failure, and is sent again with what it was sent with', () => {
  const { named, mutate, reset } = mutation(2, { error: stepUp, variables: ['id'] })
  const { failed, stepUp: asked } = latestMutation([
    mutation(1, { error: new Error('x') }).named('a'),
    named('b'),
  ])
  expect(failed).toBeUndefined()
  asked?.retry()
  expect(mutate).toHaveBeenCalledWith(['id'])
  asked?.cancel()
  expect(reset).toHaveBeenCalledOnce()
})
