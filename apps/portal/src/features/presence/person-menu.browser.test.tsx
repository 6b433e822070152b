import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import {
  checkOutPeopleEndpoint,
  undoCheckOutEndpoint,
} from '@gatehouse/validation/endpoints/presence-changes'
import type { ShowToast } from '@gatehouse/ui/aria/toaster.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { toaster, UNDO_MS } from '../../lib/toaster.ts'
import { PersonMenu } from './person-menu.tsx'

const person: PresentPerson = {
  id: '00000000-0000-7000-8000-000000000001',
  client_name: 'Ridge',
  first_name: 'Ana',
  last_name: 'Silva',
  kind: 'visitor',
  user_id: null,
  role: null,
  site_id: '00000000-0000-7000-8000-000000000002',
  site_name: 'Quay',
  time_zone: 'Australia/Brisbane',
  method: 'Front door',
  signed_in_at: '2026-11-20T00:00:20.000Z',
  signed_in_offline: false,
  mobile: null,
  mobile_masked: false,
  dependents: 0,
  host: null,
  state: 'on_site',
  assumed_left_at: null,
  can_manage: true,
  can_check_out: true,
}

const choose = async (action: string) => {
  await page.getByRole('button', { name: 'Actions for Ana Silva' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const render = (shown = person) =>
  renderPage({ Page: () => <PersonMenu person={shown} name="Ana Silva" onBan={undefined} /> })

test('a time that is refused stays beside its error, with the reason, and can be mended', async () => {
  const server = stubApi()
  server.on(checkOutPeopleEndpoint, ({ body }) =>
    (body as { at: string }).at === '2026-11-20T09:00'
      ? { done: 0, blocked: [{ id: person.id, code: 'time_out_of_range', message: 'Too early.' }] }
      : { done: 1, blocked: [] },
  )
  await render()
  await choose('Check out at a time')
  const question = page.getByRole('dialog', { name: 'Check out Ana Silva' })
  const left = question.getByLabelText(/^Left/)
  await left.fill('2026-11-20T09:00')
  await question.getByLabelText(/^Reason/).fill('Seen leaving')
  const confirm = question.getByRole('button', { name: 'Check out Ana Silva' })
  await confirm.click()
  await expect.element(left).toHaveAccessibleDescription(/The time must be between the sign-in and now/)
  await expect.element(left).toHaveValue('2026-11-20T09:00')
  await expect.element(question.getByLabelText(/^Reason/)).toHaveValue('Seen leaving')
  await left.fill('2026-11-20T10:30')
  await confirm.click()
  await expect.element(question).not.toBeInTheDocument()
  expect(server.requestsOf(checkOutPeopleEndpoint)[1]?.body).toEqual({
    ids: [person.id],
    at: '2026-11-20T10:30',
    reason: 'Seen leaving',
  })
})

test('a check-out can be taken back for as long as other single changes', async () => {
  const server = stubApi()
  server.on(checkOutPeopleEndpoint, () => ({ done: 1, blocked: [] }))
  server.on(undoCheckOutEndpoint, () => ({ done: 1, blocked: [] }))
  await render()
  const show = vi.fn<ShowToast>(() => () => {})
  await expect.element(page.getByRole('button', { name: 'Actions for Ana Silva' })).toBeVisible()
  // In place of the toast region, whose messages time out.
  toaster.attach(show)
  await choose('Check out now')
  await expect.poll(() => show.mock.calls.length).toBe(1)
  const [content, timeout] = show.mock.calls[0] ?? []
  expect(timeout).toBe(UNDO_MS)
  content?.action?.onPress()
  await expect.poll(() => server.requestsOf(undoCheckOutEndpoint).length).toBe(1)
})

test('whoever may not check out others by the policy of the client is not offered it', async () => {
  stubApi()
  await render({ ...person, can_check_out: false })
  await page.getByRole('button', { name: 'Actions for Ana Silva' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Show in the log' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: /^Check out/ }).elements()).toEqual([])
})
