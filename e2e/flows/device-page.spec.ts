import { servePage } from '@gatehouse/devices/serve-page'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/**
 * A gateway that pairs every device, and gives these codes, one per reading. Each is valid for
 * three seconds.
 */
function playGateway(page: Page, codes: string[]): Promise<void> {
  const configuration = {
    in_service: true,
    use_temperature: true,
    method_name: 'North gate',
    site_name: 'Harbour',
  }
  return page.routeWebSocket(/\/device$/, (socket) => {
    const say = (message: object) =>
      socket.send(JSON.stringify({ now: new Date().toISOString(), ...message }))
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as {
        type: string
        id?: string
        settings_version?: string | null
      }
      if (message.type === 'pair') say({ type: 'paired', token: 'token' })
      if (message.type === 'hello')
        say({
          type: 'welcome',
          beat_seconds: 15,
          ...(message.settings_version ? {} : { settings: { version: '1', configuration } }),
        })
      if (message.type === 'reading')
        say({
          type: 'accepted',
          id: message.id,
          code: codes.shift(),
          expires_at: new Date(Date.now() + 3000).toISOString(),
        })
    })
  })
}

test('the page of one device shows a code to the person who was measured, and keeps what waits over a reload', async ({
  page,
}) => {
  const { address, stop } = await servePage({
    url: 'http://localhost:18600',
    portal: { findMethods: () => Promise.resolve([]), pairingCode: () => Promise.resolve('') },
    port: 0,
  })
  await using _ = { [Symbol.asyncDispose]: async () => stop() }
  await playGateway(page, ['634314', '042917', '111222'])
  await page.goto(address)
  await page.getByLabel('Pairing code').fill('AAAABBBB')
  await page.getByRole('button', { name: 'Pair with the code' }).click()
  const [state, display, waiting] = [
    page.locator('#state'),
    page.locator('#display'),
    page.locator('#waiting'),
  ]
  await expect(state).toHaveText('Online')
  const measure = page.getByRole('button', { name: 'Measure' })
  await measure.click()
  await expect(display).toHaveText('634314')

  await page.getByRole('button', { name: 'Lose the network' }).click()
  await expect(state).toContainText('No network')
  await measure.click()
  await expect(display).toHaveText('…')
  await expect(waiting).toHaveText('1 event waits to be sent.')

  await page.reload()
  await expect(state).toHaveText('Online')
  await expect(page.getByRole('heading', { name: 'North gate' })).toBeVisible()
  await expect(waiting).toBeEmpty()
  // The code was for a person who has left.
  await expect(display).toHaveText('Ready')
  await measure.click()
  await expect(display).toHaveText('111222')
  await expect(display).toHaveText('Ready')
})
