import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, muster, renderMuster } from '../../../../test/render-muster.tsx'

const roll = [entryOf('Silva')]
const button = page.getByRole('button', { name: 'This is real' })

test('a drill is made real after a question, which says what happens', async () => {
  const makeReal = vi.fn(async () => {})
  await renderMuster({ roll, session: { makeReal } })
  await button.click()
  await expect.element(page.getByText(/Wardens and visitors are notified/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep the drill going' }).click()
  expect(makeReal).not.toHaveBeenCalled()
  await button.click()
  await page.getByRole('button', { name: 'Make it real' }).click()
  expect(makeReal).toHaveBeenCalledOnce()
})

test('whoever could not make it real is told so, until the muster shows that it has happened', async () => {
  const session = { makeReal: () => Promise.reject(new Error('No network')) }
  const { show } = await renderMuster({ roll, session })
  await button.click()
  await page.getByRole('button', { name: 'Make it real' }).click()
  const notice = page.getByText('The drill could not be made real')
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText(/this is not sent later/)).toBeVisible()
  await show({ roll, session, current: { muster: { ...muster, drill: false } } })
  await expect.element(notice).not.toBeInTheDocument()
})

test('whoever waits for the server sees that it is asked', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  await renderMuster({ roll, session: { makeReal: () => promise } })
  await button.click()
  await page.getByRole('button', { name: 'Make it real' }).click()
  await expect.element(page.getByText(/Making the drill real on the server/)).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  reject(new Error('No network'))
  await expect.element(page.getByText('The drill could not be made real')).toBeVisible()
  await expect.element(page.getByText(/Making the drill real/)).not.toBeInTheDocument()
})

test('whoever ended nothing, because another muster runs now, is told so', async () => {
  const end = vi.fn(async () => false)
  const { show } = await renderMuster({ roll, session: { end } })
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  expect(end).toHaveBeenCalledOnce()
  const notice = page.getByText('Nothing was ended')
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText(/Press again to end it/)).toBeVisible()
  await show({ roll, current: { muster: { ...muster, id: 'next' } } })
  await expect.element(notice).not.toBeInTheDocument()
})

test.each([
  ['a muster that is real', { muster: { ...muster, drill: false } }],
  ['whoever only watches', { can_mark: false }],
])('for %s there is no such button', async (_, current) => {
  await renderMuster({ roll, current })
  await expect.element(page.getByRole('button', { name: /^Print/ })).toBeVisible()
  expect(button.elements()).toHaveLength(0)
})
