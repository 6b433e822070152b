import { getSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearPage, renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { chosenClient } from '../../lib/chosen-client.ts'
import { SitePage } from './site-page.tsx'

afterEach(() => {
  chosenClient.set(undefined)
  clearPage()
})

const open = () => {
  stubApi().on(getSiteEndpoint, () => {
    throw new StubApiError('not_found')
  })
  return renderPage({
    Page: () => <SitePage id="somebody-elses" part="details" canManage={false} methods={null} />,
  })
}
const state = page.getByRole('alert')

test('a site that is not there, or of others, leads to the list and does not offer to try again', async () => {
  await open()
  await expect.element(state.getByRole('heading', { name: 'This is not there, or not yours' })).toBeVisible()
  await expect.element(state.getByRole('link', { name: 'Show all sites' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await expect.element(state.getByText(/another client/)).not.toBeInTheDocument()
})

test('somebody who works in one of several clients is told that it may be of another one', async () => {
  chosenClient.set({ id: '00000000-0000-4000-8000-000000000009' })
  await open()
  await expect.element(state.getByText(/choose that client in the side bar first/)).toBeVisible()
})
