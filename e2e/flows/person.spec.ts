import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { keepPicture } from '../pages/appearance.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test(
  'one person is found, handed over and erased, and a receipt stays',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    // A misspelled name.
    expectRefusals(page, 422)
    const venue = await venues.open(plain)
    const admin = await venues.appoint(venue)
    const lastName = `Leaver${randomUUID().replaceAll(/[^a-z]/g, '')}`
    const name = `Ana ${lastName}`
    const data = { firstName: 'Ana', lastName, mobile: '0491 570 158', machineId: venue.id }
    const signedIn = await request.post('/api/checkin', { data })
    const { checkOutToken } = (await signedIn.json()) as { checkOutToken: string }

    // The browser keeps the file, without a file picker.
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await enter(page, admin.email, admin.password)
    await expectHome(page)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'One person’s data' }).click()
    await page.getByRole('searchbox', { name: 'Name, mobile or email' }).fill(`${lastName.toUpperCase()} ana`)
    const show = page.getByRole('button', { name: `Show the data of ${name}` })
    // The log's search includes new people after a moment.
    await expect(async () => {
      await page.getByRole('button', { name: 'Find', exact: true }).click()
      await expect(show).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expectAccessible(page)
    await keepPicture(page, 'person-found')
    await show.click()
    await expect(page.getByText('Nothing can be erased now')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erase this person' })).toBeHidden()

    const time = new Date().toISOString()
    expect((await request.post('/api/checkin/checkout', { data: { checkOutToken, time } })).ok()).toBe(true)
    await page.reload()
    await expect(page.getByRole('rowheader', { name: 'Visits', exact: true })).toBeVisible()
    await keepPicture(page, 'person-held')

    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
      records: { kind: string }[]
    }
    expect(file.records.map(({ kind }) => kind)).toContain('visits')
    expect(JSON.stringify(file)).toContain(lastName)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Erase this person' }).click()
    const confirmation = page.getByRole('dialog').getByLabel('Name of the person')
    await confirmation.fill('Another person')
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(confirmation).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await keepPicture(page, 'person-erase')
    await confirmation.fill(name)
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(page.getByText('The person has been erased. The receipt is below.')).toBeVisible()
    const receiving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the receipt of / }).click()
    const receipt = await readFile(await (await receiving).path(), 'utf8')
    expect(receipt).toContain('Visits: 1')
    expect(receipt).not.toContain(lastName)
    await keepPicture(page, 'person-receipt')
    await page.goto(`/settings/person?search=${lastName}`)
    await expect(page.getByText('No matches')).toBeVisible()
  },
)
