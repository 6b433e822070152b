import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { appearances, expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { makeOrganisation, type Organisation } from '../pages/made-up-staff.ts'
import { startSession } from '../pages/staff-pages.ts'

test.use({ serverName: 'external-api' })
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const password = 'Bellbird-harbour-52'
const secret = 'lanterns along the quay'
const siteId = '0192f0c1-0000-7000-8000-0000000000e1'
const managerEmail = 'manager@presence.example'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
let receiver: Server
let port: number
/** The status that the receiver returns. */
let answer = 200
const received: Received[] = []

let organisation: Organisation
test.beforeAll(async ({ server }) => {
  organisation = await makeOrganisation(server, { look: 'presence', language: 'en-au', password })
  const { email } = organisation.admin
  await server.ask(
    [
      `insert into sites (client_id, id, name, time_zone) select client_id, $1, 'Quay Hall', 'Australia/Sydney' from users where email = $2`,
      [siteId, email],
    ],
    [
      `insert into users (client_id, id, email, email_key, first_name, last_name, language, status, password_hash)
        select client_id, gen_random_uuid(), $1, $1, 'Marie', 'Tharp', language, status, password_hash from users where email = $2`,
      [managerEmail, email],
    ],
    [
      `insert into logins (email_key, client_id, user_id) select email_key, client_id, id from users where email = $1`,
      [managerEmail],
    ],
    [
      `insert into access_entries (client_id, user_id, site_id, user_type) select client_id, id, $1, 'Manager' from users where email = $2`,
      [siteId, managerEmail],
    ],
  )
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  port = (receiver.address() as AddressInfo).port
})
test.afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await once(receiver, 'close')
})

const path = `/site_management/${siteId}/external-api`
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const main = (page: Page) => page.getByRole('main')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

async function open(page: Page, email: string): Promise<void> {
  await startSession(page, email, password)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Quay Hall' })).toBeVisible()
}

test('an address is entered, refused, saved and tested, and the secret is not shown again', async ({
  page,
}) => {
  await open(page, organisation.admin.email)
  await expect(page.getByText('There is no address')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit External API' }).click()
  await field(page, 'Address (optional)').fill('https://192.168.0.1/in')
  await field(page, 'Secret (optional)').fill('short')
  await dialog(page).getByRole('button', { name: 'Add a parameter' }).click()
  await dialog(page).getByLabel('Name').fill('two words')
  await save(page)
  await expect(dialog(page).getByRole('link', { name: /A secret has at least 16 characters/ })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: /start with a letter/ })).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Secret (optional)').fill(secret)
  await dialog(page).getByLabel('Name').fill('venue')
  await dialog(page).getByLabel('Value').fill('12')
  expectRefusals(page, 422)
  await save(page)
  await expect(dialog(page).getByRole('link', { name: /in a private network/ })).toBeVisible()
  await field(page, 'Address (optional)').fill(`http://127.0.0.1:${port}/in`)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(main(page)).toContainText(`http://127.0.0.1:${port}/in`)
  await expect(main(page)).toContainText('venue 12')
  await expect(main(page)).toContainText('The current settings have not been tested.')

  await page.getByRole('button', { name: 'Send a sample event' }).click()
  await expect(page.getByRole('status')).toContainText('The receiver has accepted the sample event.')
  await expect(page.getByRole('status')).toContainText('Status 200')
  await expectAccessible(page)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(JSON.parse(body)).toMatchObject({
    type: 'test',
    data: { site: { id: siteId, name: 'Quay Hall' }, parameters: { venue: '12' } },
  })
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )

  answer = 500
  await page.getByRole('button', { name: 'Send a sample event' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'responded with an error' })).toBeVisible()
  await page.reload()
  await expect(main(page)).toContainText('Status 500')
  await expect(main(page)).toContainText('Set on')
  await page.getByRole('button', { name: 'Edit External API' }).click()
  await expect(field(page, 'New secret (optional)')).toHaveValue('')
  expect(await page.content()).not.toContain(secret)
  await dialog(page).getByLabel('Remove the current secret').check()
  await save(page)
  await expect(main(page)).toContainText('deliveries are not signed')
})

const headings = { en: 'Test', 'en-au': 'Test', es: 'Prueba' }

test('it can be read in each look, in each language, and on a phone', async ({ page, server }) => {
  const { email } = organisation.admin
  await open(page, email)
  for (const { look, language, width, colorScheme } of appearances) {
    await server.ask(
      [
        `update clients set look = $1 from users where users.client_id = clients.id and email = $2`,
        [look, email],
      ],
      [`update users set language = $1 where email = $2`, [language, email]],
    )
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    await expect(main(page).getByRole('heading', { level: 2, name: headings[language] })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, `external-api-${look}-${colorScheme}-${language}`)
    await main(page)
      .getByRole('button', { name: language === 'es' ? /^Editar API externa/ : 'Edit External API' })
      .click()
    await expect(dialog(page).getByRole('textbox').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, `external-api-window-${look}-${colorScheme}-${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
  await server.ask([`update users set language = 'en-au' where email = $1`, [email]])
})

test('two people who change it at once are told', async ({ page, server }) => {
  await open(page, organisation.admin.email)
  await page.getByRole('button', { name: 'Edit External API' }).click()
  await dialog(page).getByLabel('Value').fill('13')
  await server.ask([
    `update site_external_apis set parameters = '[{"name": "venue", "value": "14"}]', last_modified = now() where site_id = $1`,
    [siteId],
  ])
  expectRefusals(page, 412)
  await save(page)
  await expect(dialog(page)).toContainText('The other person’s value: venue: 14')
  await dialog(page).getByRole('button', { name: 'Use it' }).click()
  await expect(dialog(page).getByLabel('Value')).toHaveValue('14')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(main(page)).toContainText('venue 14')
})

test('a manager does not see it', async ({ page }) => {
  await open(page, managerEmail)
  await expect(page.getByRole('heading', { name: 'This part is for administrators' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Muster points' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' })).toBeHidden()
})
