import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { NotAllowedError } from '../../lib/not-allowed-error.ts'
import { PageError } from './page-error.tsx'

test('a page that is not for the person says whom it is for, and does not offer to try again', async () => {
  await renderPage({ Page: () => <PageError error={new NotAllowedError('admins')} reset={() => {}} /> })
  await expect
    .element(page.getByRole('heading', { name: 'You don’t have access to this page' }))
    .toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Only administrators can open it\./)
  await expect.element(page.getByRole('link', { name: 'Go to Home' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('a page that failed offers to try again', async () => {
  await renderPage({ Page: () => <PageError error={new Error('Broken')} reset={() => {}} /> })
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
