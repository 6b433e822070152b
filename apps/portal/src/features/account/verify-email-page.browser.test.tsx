import { verifyEmailEndpoint } from '@gatehouse/validation/endpoints/me'
import { StrictMode, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearPage, renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi } from '../../../test/stub-api.ts'
import { VerifyEmail } from './verify-email-page.tsx'

function Page() {
  const [visit, setVisit] = useState(1)
  return (
    <StrictMode>
      <VerifyEmail key={visit} token="the-token" />
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Open again
      </button>
    </StrictMode>
  )
}

let server: StubApi
beforeEach(() => {
  clearPage()
  server = stubApi()
})
const sent = () => server.requestsOf(verifyEmailEndpoint).map(({ params }) => params)

describe('the page of an emailed link', () => {
  test('sends the token once, however often it is opened', async () => {
    let respond = () => {}
    const asked = new Promise<void>((resolve) => (respond = resolve))
    server.on(verifyEmailEndpoint, () => asked)
    await renderPage({ Page })
    await expect.element(page.getByText('Checking the link…')).toBeVisible()
    await page.getByRole('button', { name: 'Open again' }).click()
    await expect.element(page.getByText('Checking the link…')).toBeVisible()
    respond()
    await expect.element(page.getByText('Your new email address is verified')).toBeVisible()
    await page.getByRole('button', { name: 'Open again' }).click()
    await expect.element(page.getByText('Your new email address is verified')).toBeVisible()
    expect(sent()).toEqual([{ token: 'the-token' }])
  })

  test('sends it again with Retry after a fault of the server', async () => {
    server.on(verifyEmailEndpoint, () => {
      throw new StubApiError('internal')
    })
    await renderPage({ Page })
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
    await expect.element(page.getByText('This link is not valid or has expired')).toBeVisible()
    expect(sent()).toHaveLength(1)
  })
})
