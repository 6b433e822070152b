import type { BrowserType, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { writeFilm } from '../pages/camera.ts'
import { demoPassword, startSession } from '../pages/staff-pages.ts'

/** Opens the QR test in a browser with the camera of these arguments. */
async function openTest(
  { chromium, baseURL }: { chromium: BrowserType; baseURL: string | undefined },
  args: readonly string[],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...args],
  })
  try {
    const page = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'en-AU' })
    await startSession(page, 'admin@harbour.example')
    await page.goto('/qr_test?key=DESK')
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await act(page)
  } finally {
    await browser.close()
  }
}

const fakeDevice = '--use-fake-device-for-media-stream'
const allowed = '--use-fake-ui-for-media-stream'

test('the camera reads a code that is held before it', async ({ page, playwright, baseURL }, info) => {
  const login = { email: 'admin@harbour.example', password: demoPassword }
  const { token } = (await (await page.request.post('/api/login', { data: login })).json()) as {
    token: string
  }
  const headers = { authorization: `Bearer ${token}` }
  const found = await page.request.get('/api/sign-in-methods?search=DESK', { headers })
  const { items } = (await found.json()) as { items: { id: string; key: string }[] }
  const id = items.find(({ key }) => key === 'DESK')?.id
  const code = await page.request.get(`/api/sign-in-methods/${id}/qr?format=png`, { headers })
  expect(code.headers()['content-type']).toBe('image/png')
  await page.goto('/login')
  const film = info.outputPath('code.y4m')
  await writeFilm(page, await code.body(), film)

  const args = [fakeDevice, allowed, `--use-file-for-fake-video-capture=${film}`]
  await openTest({ chromium: playwright.chromium, baseURL }, args, async (desk) => {
    await expect(desk.getByText('The code is correct')).toBeVisible()
    await expect(desk.getByLabel('Picture of the camera')).toBeHidden()
    await expectAccessible(desk)
    await desk.getByLabel('Key', { exact: true }).fill('GATE')
    await desk.getByRole('button', { name: 'Use the camera' }).click()
    await expect(desk.getByText('The code belongs to another key')).toBeVisible()
  })
})

for (const [what, args, said] of [
  ['that is not allowed', [fakeDevice, `${allowed}=deny`], 'Allow the camera in the page settings'],
  ['that is not there', [`${fakeDevice}=device-count=0`, allowed], 'Connect a camera, or choose a picture'],
] as const)
  test(`a camera ${what} says what to do`, async ({ playwright, baseURL }) => {
    await openTest({ chromium: playwright.chromium, baseURL }, args, async (desk) => {
      await expect(desk.getByText(said)).toBeVisible()
      await expectAccessible(desk)
    })
  })
