import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { withInstallation } from '../../../test/with-installation.ts'
import { ForgotPasswordForm } from './forgot-password.tsx'
import { ForgotPasswordModal } from './forgot-password-modal.tsx'

test.each([
  ['window', 'Submit', () => <ForgotPasswordModal email="ana@example.org" onClose={() => {}} />],
  ['page', 'Send a new link', () => <ForgotPasswordForm reason="This link has ended." />],
])('where no mail is sent, the %s says so before and after', async (_, button, Page) => {
  withInstallation({ sendsMail: false })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  onTestFinished(() => void vi.unstubAllGlobals())
  await renderPage({ Page })
  await expect
    .element(page.getByText(/^This installation can’t send email\. Ask an administrator/))
    .toBeVisible()
  await page.getByLabelText('Email').fill('ana@example.org')
  await page.getByRole('button', { name: button }).click()
  await expect.element(page.getByText('No email was sent')).toBeVisible()
  expect(page.getByText('An email has been sent').query()).toBeNull()
})
