import { expect, test } from 'vitest'
import { createToaster, type ShowToast } from './toaster.ts'

const timeouts = { info: 1000, success: 2000, error: 0, warning: 3000 }

function region() {
  const shown = new Map<unknown, number>()
  const show: ShowToast = ({ message }, timeout) => {
    shown.set(message, timeout)
    return () => void shown.delete(message)
  }
  return { shown, show }
}

test('a toast waits for the region that draws it', () => {
  const { toast, attach } = createToaster(timeouts)
  const { shown, show } = region()
  toast('error', 'first')
  const dismiss = toast('info', 'second')
  toast('info', 'third', { timeout: 5 })
  attach(show)
  expect([...shown]).toEqual([
    ['first', 0],
    ['second', 1000],
    ['third', 5],
  ])
  dismiss()
  expect([...shown.keys()]).toEqual(['first', 'third'])
})

test('one that is taken away before is never shown', () => {
  const { toast, attach } = createToaster(timeouts)
  const { shown, show } = region()
  toast('error', 'gone')()
  attach(show)
  expect(shown.size).toBe(0)
})

test('from then on they are shown at once', () => {
  const { toast, attach } = createToaster(timeouts)
  const { shown, show } = region()
  attach(show)
  const dismiss = toast('success', 'saved')
  expect([...shown]).toEqual([['saved', 2000]])
  dismiss()
  expect(shown.size).toBe(0)
})
