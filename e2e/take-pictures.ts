/**
 * Takes the pictures of docs/pictures from a running Gatehouse with demo data:
 * `BASE=http://localhost:50000 node e2e/take-pictures.ts`
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { GuestPage } from './pages/guest-page.ts'
import { logIn } from './pages/staff-pages.ts'

const base = process.env['BASE'] ?? 'http://localhost:50000'
const folder = join(import.meta.dirname, '../docs/pictures')

const looks = [
  { look: 'presence', key: 'GATE', email: 'admin@harbour.example' },
  { look: 'pulse', key: 'RDGE', email: 'admin@ridge.example' },
  { look: 'batbooth', key: 'CAVE', email: 'operator@gatehouse.example' },
]
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

const path = (name: string) => join(folder, `${name}.jpg`)

async function picture(page: Page, name: string): Promise<void> {
  // The pointer stays at its last press and would show a hover state there.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path(name), type: 'jpeg', quality: 72, animations: 'disabled' })
}

async function openPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
await mkdir(folder, { recursive: true })
for (const { look, key, email } of looks) {
  for (const size of sizes) {
    const suffix = `${look}-${size.width}`
    const phone = new GuestPage(await openPage(browser, size))
    await phone.scan(key)
    await phone.continueButton.waitFor()
    await picture(phone.page, `guest-details-${suffix}`)
    await phone.fillDetails({ firstName: 'Zoë', lastName: 'Nguyen', mobile: '0491 570 156' })
    await phone.continueButton.click()
    await phone.pass.waitFor()
    await picture(phone.page, `guest-pass-${suffix}`)

    const desk = await openPage(browser, size)
    await desk.goto('/login')
    await logIn(desk, email)
    await desk.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await desk
      .getByText(/in the previous period/)
      .first()
      .waitFor()
    await desk.waitForLoadState('networkidle')
    await picture(desk, `portal-home-${suffix}`)
    await desk
      .getByRole('link', { name: /^Board / })
      .first()
      .click()
    await desk.getByText('people on site').waitFor()
    await desk.waitForLoadState('networkidle')
    await picture(desk, `board-${suffix}`)
    await phone.page.context().close()
    await desk.context().close()
  }
}
await compose('gatehouse', [
  ['board-presence-1440', 'left: 40px; top: 36px; width: 980px'],
  ['portal-home-presence-1440', 'left: 410px; top: 272px; width: 940px'],
  ['guest-pass-presence-360', 'right: 36px; top: 112px; width: 300px'],
])
await browser.close()

/** The README's picture, composed of some of the others. */
async function compose(name: string, parts: [picture: string, place: string][]): Promise<void> {
  const page = await openPage(browser, { width: 1600, height: 860 })
  const images = await Promise.all(
    parts.map(async ([part, place]) => {
      const data = await readFile(path(part), 'base64')
      return `<img src="data:image/jpeg;base64,${data}" alt="" style="${place}">`
    }),
  )
  await page.setContent(`<style>
    body { margin: 0; background: linear-gradient(#f1e9dc, #dfe7e4) }
    img { position: absolute; border-radius: 10px; box-shadow: 0 14px 40px #0004, 0 2px 6px #0003 }
  </style>${images.join('')}`)
  await picture(page, name)
}
