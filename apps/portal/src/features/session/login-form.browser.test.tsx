import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { withInstallation } from '../../../test/with-installation.ts'
import { LoginForm } from './login-form.tsx'

test.each([
  ['an empty installation says where the link of its set-up is', true, 'Set up this installation first'],
  ['another one asks to log in', undefined, /^Log in to see who is on site/],
] as const)('the login of %s', async (_, isEmpty, text) => {
  withInstallation({ isEmpty })
  await renderPage({ Page: () => <LoginForm hasEnded={false} isForgetting={false} onRemember={() => {}} /> })
  await expect.element(page.getByText(text)).toBeVisible()
})
