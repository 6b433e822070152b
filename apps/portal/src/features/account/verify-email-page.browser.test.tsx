import { verifyEmailEndpoint } from '@gatehouse/validation/endpoints/me'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearPage, renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi } from '../../../test/stub-api.ts'
import { VerifyEmail } from './verify-email-page.tsx'

const Page = () => (
  <StrictMode>
    <VerifyEmail token="the-token" />
  </StrictMode>
)

let server: StubApi
beforeEach(() => {
  clearPage()
  server = stubApi()
})
const sent = () => server.requestsOf(verifyEmailEndpoint).map(({ params }) => params)

const confirm = page.getByRole('button', { name: 'Confirm email address' })

describe('the page of an emailed link', () => {
  test('sends the token once, when the button is pressed', async () => {
    let respond = () => {}
    const asked = new Promise<void>((resolve) => (respond = resolve))
    server.on(verifyEmailEndpoint, () => asked)
    await renderPage({ Page })
    await expect.element(confirm).toBeVisible()
    expect(sent()).toEqual([])
    await confirm.dblClick()
    respond()
    await expect.element(page.getByText('Your new email address is verified')).toBeVisible()
    expect(sent()).toEqual([{ token: 'the-token' }])
  })

  test('sends it again with Retry after a fault of the server', async () => {
    server.on(verifyEmailEndpoint, () => {
      throw new StubApiError('internal')
    })
    await renderPage({ Page })
    await confirm.click()
    await expect.element(page.getByText('The link could not be checked')).toBeVisible()
    expect(sent()).toHaveLength(1)
    server.on(verifyEmailEndpoint, () => undefined)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Your new email address is verified')).toBeVisible()
    expect(sent()).toHaveLength(2)
  })

  test('says that a link is spent, and does not try again', async () => {
    server.on(verifyEmailEndpoint, () => {
      throw new StubApiError('invalid_token')
    })
    await renderPage({ Page })
    await confirm.click()
    await expect.element(page.getByText('This link is not valid or has expired')).toBeVisible()
    expect(sent()).toHaveLength(1)
  })
})
