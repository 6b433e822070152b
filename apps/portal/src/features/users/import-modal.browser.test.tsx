import { importUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { expect, test, vi } from 'vitest'
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
    .element(page.getByText(/more than once, in the columns 1, 4,? and 5\. Choose one of them\./))
    .toBeVisible()
  await expect.element(page.getByText(/in the columns 8 and 9\./)).toBeVisible()
  await expect.element(email).toHaveValue('')
  await expect.element(page.getByRole('combobox', { name: /^Mobile/ })).toHaveValue('5')
  const check = page.getByRole('button', { name: 'Check the file' })
  await check.click()
  // The first one that has to be chosen.
  await expect.element(email).toHaveFocus()
  await email.selectOptions('Column 5: Email')
  await check.click()
  await expect.element(sites).toHaveFocus()
  expect(server.requestsOf(importUsersEndpoint)).toHaveLength(0)
  await sites.selectOptions('Column 9: Site')
  await sites.selectOptions('None')
  await expect.element(page.getByText(/more than once/)).not.toBeInTheDocument()
  await check.click()
  await expect.poll(() => server.requestsOf(importUsersEndpoint)).toHaveLength(1)
})

test('a line says each of its columns that an earlier line has', async () => {
  const server = stubApi()
  server.on(importUsersEndpoint, () => ({ rows: 1, created: 1, faults: [] }))
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const text = 'first_name,last_name,email,employee_number\nA,B,a@x.example,E-1\nC,D,a@x.example,E-1\n'
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect
    .element(
      page.getByText(
        'Line 3, C D: Email “a@x.example”: This is in the file twice. · Employee number “E-1”: This is in the file twice.',
      ),
    )
    .toBeVisible()
})

test('a row with more values than there are columns is left out and told', async () => {
  const server = stubApi()
  server.on(importUsersEndpoint, () => ({ rows: 1, created: 1, faults: [] }))
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const text = 'first_name,last_name,email\nA,Inc,B,a@x.example\nC,D,c@x.example\n'
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect.element(page.getByText(/Line 2, A Inc: This row has more values than columns/)).toBeVisible()
  await expect.element(page.getByText('1 person can be imported')).toBeVisible()
  expect(String(server.requestsOf(importUsersEndpoint)[0]?.body)).not.toContain('Inc')
})

test('a fault names the person and the value, and the rows that failed can be downloaded', async () => {
  const server = stubApi()
  server.on(importUsersEndpoint, ({ query }) =>
    query['dry_run'] === 'false'
      ? { rows: 1, created: 0, faults: [{ line: 1, code: 'conflict', message: 'In use.' }] }
      : {
          rows: 3,
          created: 1,
          faults: [
            { line: 1, code: 'bad_request', message: '', field_codes: { email: 'email_invalid' } },
            { line: 2, code: 'bad_request', message: '', field_codes: { first_name: 'first_name_required' } },
          ],
        },
  )
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const text = 'first_name,last_name,email\nAna,Silva,ana@\n,,b@x.example\nC,D,c@x.example\n'
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  const email = page.getByText('Line 2, Ana Silva: Email “ana@”: Please enter a valid email address')
  await expect.element(email).toBeVisible()
  await expect.element(page.getByText('Line 3: First name: Please enter a first name')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  // Rows that failed at the check are listed with those that failed later.
  await expect.element(page.getByText('Line 4, C D: In use.')).toBeVisible()
  await expect.element(email).toBeVisible()
  const saved = Promise.withResolvers<Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.resolve(blob)
    return '#'
  })
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const lines = (await (await saved.promise).text()).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe('"Email “ana@”: Please enter a valid email address","Ana","Silva","ana@"')
})

test('a number that a spreadsheet may have changed is a warning, whatever part of the file it is in', async () => {
  const server = stubApi()
  server.on(importUsersEndpoint, () => ({ rows: 1, created: 1, faults: [] }))
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const numbers = ['7', ...Array.from({ length: 600 }, (_, at) => `E-${at}`), '007', '1.2E+05']
  const rows = numbers.map((number, at) => `A,B,a${at}@x.example,${number}`)
  const text = ['first_name,last_name,email,employee_number', ...rows].join('\n')
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect.element(page.getByText('Check 3 rows. They aren’t skipped:')).toBeVisible()
  const zeros = 'Another row has this number with other leading zeros. Check both.'
  for (const warning of [
    `Line 2, A B: Employee number “7”: ${zeros}`,
    `Line 603, A B: Employee number “007”: ${zeros}`,
    'Line 604, A B: Employee number “1.2E+05”: A spreadsheet may have rounded this number. Check it.',
  ])
    await expect.element(page.getByText(warning)).toBeInTheDocument()
})

test('a cancelled import waits for the part that is under way, and counts it', async () => {
  const server = stubApi()
  const answers: (() => void)[] = []
  server.on(importUsersEndpoint, async ({ query }) => {
    if (query['dry_run'] === 'false') await new Promise<void>((resolve) => answers.push(resolve))
    return { rows: 500, created: 500, faults: [] }
  })
  const onClose = vi.fn()
  await renderPage({ Page: () => <ImportModal onClose={onClose} /> })
  const lines = Array.from({ length: 1500 }, (_, at) => `A,B,a${at}@x.example`)
  const text = ['first_name,last_name,email', ...lines].join('\n')
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1,500 people' }).click()
  await expect.poll(() => answers.length).toBe(1)
  await expect.element(page.getByText('0 of 1,500 rows')).toBeInViewport()
  answers[0]?.()
  await expect.element(page.getByText('500 of 1,500 rows')).toBeVisible()
  await expect.poll(() => answers.length).toBe(2)
  // The window does not close during a run: the first press ends the run.
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('button', { name: 'Cancelling…' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  answers[1]?.()
  await expect.element(page.getByText('1,000 people were imported')).toBeVisible()
  await expect.element(page.getByText('People imported until then are kept.')).toBeVisible()
  expect(
    server.requestsOf(importUsersEndpoint).filter(({ query }) => query['dry_run'] === 'false'),
  ).toHaveLength(2)
  await page.getByRole('button', { name: 'Close' }).first().click()
  expect(onClose).toHaveBeenCalled()
})

test('a part whose response is lost is told, and the file can be checked again', async () => {
  const server = stubApi()
  let written = 0
  server.on(importUsersEndpoint, ({ query }) => {
    if (query['dry_run'] === 'true') return { rows: 500, created: 500, faults: [] }
    written += 1
    if (written === 2) throw new TypeError('Failed to fetch')
    return { rows: 500, created: 500, faults: [] }
  })
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const lines = Array.from({ length: 1500 }, (_, at) => `A,B,a${at}@x.example`)
  const text = ['first_name,last_name,email', ...lines].join('\n')
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1,500 people' }).click()
  await expect
    .element(page.getByText(/^The connection was lost: 500 more rows may have been imported\./))
    .toBeVisible()
  await expect.element(page.getByText('500 people were imported')).toBeVisible()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect.element(page.getByText('1,500 people can be imported')).toBeVisible()
  await expect.element(page.getByText(/It is not known/)).not.toBeInTheDocument()
})

test('a check that is cancelled says that nothing was imported', async () => {
  const server = stubApi()
  const answer = Promise.withResolvers<void>()
  server.on(importUsersEndpoint, async () => {
    await answer.promise
    return { rows: 500, created: 500, faults: [] }
  })
  await renderPage({ Page: () => <ImportModal onClose={() => {}} /> })
  const lines = Array.from({ length: 1000 }, (_, at) => `A,B,a${at}@x.example`)
  const text = ['first_name,last_name,email', ...lines].join('\n')
  await page.getByLabelText('File').upload(new File([text], 'people.csv', { type: 'text/csv' }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  answer.resolve()
  await expect.element(page.getByText('Nothing was imported.')).toBeVisible()
  await expect.element(page.getByText('People imported until then are kept.')).not.toBeInTheDocument()
})
