import { findUserDataEndpoint } from '@gatehouse/validation/endpoints/check-in'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import {
  listHostOptionsEndpoint,
  signInPersonEndpoint,
} from '@gatehouse/validation/endpoints/presence-changes'
import {
  getSignInMethodEndpoint,
  listSignInMethodsEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { SignInModal } from './sign-in-modal.tsx'

const site = { id: signInMethod.site_id, name: signInMethod.site_name }

test('somebody without a mobile is signed in without one, and somebody who has one needs it', async () => {
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [site], has_more: false }))
  server.on(listSignInMethodsEndpoint, () => ({ items: [signInMethod], total: 1 }))
  server.on(getSignInMethodEndpoint, () => signInMethod)
  server.on(listHostOptionsEndpoint, () => ({ is_asked: false, items: [], has_more: false }))
  server.on(findUserDataEndpoint, () => ({ roles: [], questions: [] }))
  server.on(signInPersonEndpoint, () => ({
    outcome: 'signed_in' as const,
    visit_id: signInMethod.id,
    at: '2026-01-02T03:04:05.000Z',
    temperature: null,
  }))
  server.on(listPresentEndpoint, () => {
    throw new StubApiError('forbidden')
  })
  const onClose = vi.fn<() => void>()
  await renderPage({ Page: () => <SignInModal siteId={site.id} onClose={onClose} /> })
  await page.getByLabelText('First name').fill('Ona')
  await page.getByLabelText('Last name').fill('Byrne')
  await expect.element(page.getByLabelText(/^Sign-in method/)).toHaveValue(signInMethod.id)
  const mobile = page.getByRole('textbox', { name: /^Mobile/ })
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await expect.element(mobile).toHaveAttribute('aria-invalid', 'true')
  expect(server.requestsOf(findUserDataEndpoint)).toEqual([])

  await page.getByRole('checkbox', { name: /^The person has no mobile/ }).click()
  await expect.element(mobile).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Bans and earlier visits can’t be matched then/)).toBeVisible()
  await goOn.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  for (const endpoint of [findUserDataEndpoint, signInPersonEndpoint])
    expect(server.requestsOf(endpoint).map(({ body }) => body)).toMatchObject([{ mobile: null }])
})
