import {
  getSignInPolicyEndpoint,
  type SignInPolicy,
  updateSignInPolicyEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-policy'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { SignInPolicyModal } from './sign-in-policy-modal.tsx'

const policy: SignInPolicy = {
  two_step_required_for: ['admin'],
  board_without_two_step: false,
  check_out_others: 'Manager',
  last_modified: '2026-11-20T00:00:00.000Z',
}

test('says who may check out others, and saves another choice', async () => {
  const server = stubApi()
  server.on(getSignInPolicyEndpoint, () => policy)
  server.on(updateSignInPolicyEndpoint, () => ({ ...policy, check_out_others: 'Staff' as const }))
  const onSaved = vi.fn<() => Promise<void>>(async () => {})
  await renderPage({
    Page: () => <SignInPolicyModal isSiteAdmin={false} onSaved={onSaved} onClose={() => {}} />,
  })
  const choice = page.getByLabelText(/^Who can check out others/)
  await expect.element(choice).toHaveValue('Manager')
  await userEvent.selectOptions(choice, 'Administrators, managers and staff members')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(server.requestsOf(updateSignInPolicyEndpoint)[0]?.body).toEqual({
    two_step_required_for: ['admin'],
    board_without_two_step: false,
    check_out_others: 'Staff',
  })
})

test('saves who needs two steps, and that staff open the board without them', async () => {
  const server = stubApi()
  server.on(getSignInPolicyEndpoint, () => policy)
  server.on(updateSignInPolicyEndpoint, () => policy)
  const onSaved = vi.fn<() => Promise<void>>(async () => {})
  await renderPage({ Page: () => <SignInPolicyModal isSiteAdmin onSaved={onSaved} onClose={() => {}} /> })
  const box = (name: RegExp) => page.getByRole('checkbox', { name })
  await expect.element(box(/^Administrators need/)).toBeChecked()
  await expect.element(box(/^Staff open the board/)).not.toBeChecked()
  for (const name of [/^Administrators/, /^Managers/, /^Staff members/, /^Site admin/, /^Staff open/])
    await box(name).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(server.requestsOf(updateSignInPolicyEndpoint)[0]?.body).toEqual({
    two_step_required_for: ['site_admin', 'Manager', 'Staff'],
    board_without_two_step: true,
    check_out_others: 'Manager',
  })
})
