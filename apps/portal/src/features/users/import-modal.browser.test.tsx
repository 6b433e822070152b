import { importUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { ImportModal } from './import-modal.tsx'

test('says which column is there twice and where, and waits until one of them is chosen', async () => {
  const server = stubApi()
  server.on(importUsersEndpoint, () => ({ rows: 1, created: 1, faults: [] }))
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const text =
    'Email,First name,Last name,EMAIL,Email,Mobile,Phone,Site,Site\na@x.example,A,B,b@x.example,c@x.example,1,2,,\n'
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  const email = page.getByRole('combobox', { name: 'Email' })
  const sites = page.getByRole('combobox', { name: /^Sites/ })
  await expect
    .element(page.getByText(/more than once, as the columns 1, 4,? and 5\. Please choose one of them\./))
    .toBeVisible()
  await expect.element(page.getByText(/as the columns 8 and 9\./)).toBeVisible()
  await expect.element(email).toHaveValue('')
  await expect.element(page.getByRole('combobox', { name: /^Mobile/ })).toHaveValue('5')
  await page.viewport(1440, 1000)
  await page.screenshot({ path: './fold-pic-1440.png' })
  const check = page.getByRole('button', { name: 'Check the file' })
  await check.click()
  await email.selectOptions('Email (column 5)')
  await check.click()
  expect(server.requestsOf(importUsersEndpoint)).toHaveLength(0)
  await sites.selectOptions('Site (column 9)')
  await sites.selectOptions('None')
  await expect.element(page.getByText(/more than once/)).not.toBeInTheDocument()
  await check.click()
  await expect.poll(() => server.requestsOf(importUsersEndpoint)).toHaveLength(1)
})
