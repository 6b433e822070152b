import { clearNotificationsEndpoint } from '@gatehouse/validation/endpoints/clear-notifications'
import { listNotificationsEndpoint, type Notification } from '@gatehouse/validation/endpoints/notifications'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery } from './queries.ts'

const at = (minute: number) => `2026-11-20T03:0${minute}:00.000Z`
const notification = (number: number, counted: number): Notification => ({
  id: `00000000-0000-7000-8000-00000000000${number}`,
  name: `Refusal ${number}`,
  message: 'A stored sign-in was refused.',
  date: at(number),
  level: 'danger',
  icon: 'stored_refused',
  link: null,
  last_modified: at(counted),
})

const Page = () => <NotificationList query={useQuery(notificationsQuery)} onFollow={() => {}} />

test('what is cleared goes by what was shown: the newest one, and the latest count', async () => {
  const server = stubApi()
  let shown = [notification(5, 5), notification(3, 7), notification(2, 2)]
  server.on(listNotificationsEndpoint, () => shown)
  server.on(clearNotificationsEndpoint, () => {
    shown = []
    return undefined
  })
  await renderPage({ Page })
  const clear = page.getByRole('button', { name: 'Clear All' })
  await expect.element(clear).toBeVisible()
  const first = page.getByRole('listitem').first().element().getBoundingClientRect()
  expect(clear.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(first.top)
  await clear.click()
  await expect.element(page.getByText('You have no notifications.')).toBeVisible()
  await expect
    .poll(() => server.requestsOf(clearNotificationsEndpoint).map(({ query }) => query))
    .toEqual([{ through: notification(5, 5).id, as_of: at(7) }])
})
