import { listQuestionsEndpoint, orderQuestionsEndpoint } from '@gatehouse/validation/endpoints/questions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeQuestion } from '../../../test/questions.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { OrderModal } from './order-modal.tsx'

const idOf = (name: string) => `00000000-0000-4000-8000-0000000000${name.toLowerCase()}${name.toLowerCase()}`
const question = (name: string) => makeQuestion({ id: idOf(name), text: name })

test('an order that somebody else has made meanwhile is shown beside the own one, and a second save goes by it', async () => {
  const server = stubApi()
  let order = ['A', 'B', 'C']
  server.on(listQuestionsEndpoint, () => ({
    items: order.map(question),
    total: 3,
    language: 'en-au' as const,
  }))
  server.on(orderQuestionsEndpoint, ({ body }) => {
    const { seen = [] } = body as { seen?: string[] }
    const present = order.map(idOf).filter((id) => seen.includes(id))
    if (seen.join() !== present.join()) throw new StubApiError('changed_meanwhile')
    return { ids: order.map(idOf) }
  })
  await renderPage({ Page: () => <OrderModal onClose={() => {}} /> })
  const handle = page.getByRole('button', { name: 'Move A' })
  await expect.element(handle).toBeVisible()
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  const save = page.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeEnabled()
  order = ['B', 'C', 'A']
  await save.click()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText(/Your order is below/)).toBeVisible()
  const theirs = [...notice.element().querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(theirs).toEqual(['B', 'C', 'A'])
  await save.click()
  await expect.poll(() => server.requestsOf(orderQuestionsEndpoint)).toHaveLength(2)
  const [first, second] = server.requestsOf(orderQuestionsEndpoint).map(({ body }) => body)
  expect(first).toMatchObject({ seen: ['A', 'B'].map(idOf) })
  expect(second).toEqual({ ids: ['A', 'C'].map(idOf), seen: ['C', 'A'].map(idOf) })
})
