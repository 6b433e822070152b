import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { appearances, expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { callsAs, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login } from '../venues.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
let receiver: Server
let url: string
/** The status that the receiver returns. */
let answer: number
let received: Received[]

let admin: Login
test.beforeEach(async ({ venues }) => {
  admin = await venues.appoint(await venues.open(plain))
  answer = 200
  received = []
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer).end('thank you')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`
})
test.afterEach(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await once(receiver, 'close')
})

const dialog = (page: Page) => page.getByRole('dialog')
const main = (page: Page) => page.getByRole('main')
const secretOf = (page: Page) => dialog(page).getByLabel('Secret', { exact: true }).inputValue()

async function open(page: Page): Promise<void> {
  await startSession(page, admin.email, admin.password)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
}

async function choose(page: Page, action: string): Promise<void> {
  await main(page)
    .getByRole('button', { name: `Actions for ${url}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Which of the secrets signed the last delivery. */
function signersOf(secrets: readonly string[]): boolean[] {
  const { headers, body } = received.at(-1) ?? { headers: {}, body: '' }
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signatures = String(headers['webhook-signature']).split(' ')
  return secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  })
}

test('an admin adds a webhook, sends a test, reads its delivery, renews the secret and sends again what was given up', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByText('There are no webhooks')).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog(page).getByLabel('Address').fill('https://192.168.0.1/in')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Events: Please choose at least one' })).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('A person signed in').check()
  expectRefusals(page, 422)
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('link', { name: /in a private network/ })).toBeVisible()
  await dialog(page).getByLabel('Address').fill(url)
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Secret of the webhook' })).toBeVisible()
  await expectAccessible(page)
  const first = await secretOf(page)
  expect(first).toMatch(/^whsec_/)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(main(page)).toContainText(url)
  expect(await page.content()).not.toContain(first)

  await choose(page, 'Send a test')
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible()
  await expect(main(page).getByRole('table').getByText('Delivered')).toBeVisible()
  await expectAccessible(page)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' })
  expect(signersOf([first])).toEqual([true])
  await main(page).getByRole('button', { name: 'Test' }).click()
  await expect(dialog(page)).toContainText('thank you')
  await expect(dialog(page)).toContainText('Accepted · Status 200')
  await expect(dialog(page)).toContainText('webhook.test')
  await expectAccessible(page)
  await keepPicture(page, 'webhooks-delivery')
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])

  await main(page).getByRole('link', { name: 'Back' }).click()
  await choose(page, 'Renew secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew secret' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Secret of the webhook' })).toBeVisible()
  const second = await secretOf(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await choose(page, 'Send a test')
  await expect.poll(() => received.length).toBe(3)
  expect(second).not.toBe(first)
  expect(signersOf([first, second])).toEqual([true, true])

  await main(page).getByRole('link', { name: 'Back' }).click()
  answer = 500
  await choose(page, 'Send a test')
  await expect.poll(() => received.length).toBe(4)
  await expect(main(page).getByText('The receiver responded with an error (500)')).toBeVisible()
  await askDatabase([
    [
      `update outbox set failed_at = now(), failure = '500' where delivered_at is null
        and webhook_id in (select webhooks.id from webhooks join users using (client_id) where email = $1)`,
      [admin.email],
    ],
  ])
  answer = 200
  await page.goto('/settings/failed_deliveries')
  await expect(main(page)).toContainText('Code 500')
  await main(page).getByRole('checkbox').nth(1).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Nothing has failed')).toBeVisible()
  await expect.poll(() => received.length).toBe(5)
})

test('they can be read in each look, in each language, and on a phone', async ({ page, request }) => {
  const { email } = admin
  const call = await callsAs(request, admin)
  const { id } = await call<{ id: string }>('POST', '/webhooks', { url, events: ['visitor.signed_in'] })
  await call('POST', `/webhooks/${id}/test`)
  await open(page)
  for (const { look, language, width, colorScheme } of appearances) {
    const isSpanish = language === 'es'
    await askDatabase([
      [
        `update clients set look = $1 from users where users.client_id = clients.id and email = $2`,
        [look, email],
      ],
      [`update users set language = $1 where email = $2`, [language, email]],
    ])
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto('/settings/webhooks')
    await expect(main(page)).toContainText(url)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, `webhooks-${look}-${colorScheme}-${language}`)
    await page.getByRole('button', { name: isSpanish ? 'Nuevo webhook' : 'New webhook' }).click()
    await expect(dialog(page).getByRole('textbox').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, `webhooks-window-${look}-${colorScheme}-${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await main(page)
      .getByRole('button', { name: isSpanish ? /Acciones para/ : /Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: isSpanish ? 'Entregas' : 'Deliveries' }).click()
    await expect(
      main(page)
        .getByRole('button', { name: isSpanish ? 'Prueba' : 'Test' })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await keepPicture(page, `webhooks-deliveries-${look}-${colorScheme}-${language}`)
  }
})
