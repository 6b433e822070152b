import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import {
  makeEvacuation,
  onPaper,
  openBoard,
  openDialog,
  openMore,
  startMuster,
} from '../pages/muster-page.ts'

/**
 * What the browser's print command (Ctrl+P) prints: the page gets its events, but can't stop it.
 */
test.describe.configure({ timeout: 60_000 })

/** The content of the printed tables, when the browser made a file of the page. */
async function readPrinted(page: Page): Promise<string> {
  await page.evaluate(() =>
    addEventListener(
      'afterprint',
      () => {
        document.body.dataset['printed'] = [...document.querySelectorAll('table')]
          .map((table) => table.textContent)
          .join()
      },
      { capture: true, once: true },
    ),
  )
  await page.pdf()
  return (await page.locator('body').getAttribute('data-printed')) ?? ''
}

const expectNoControls = async (page: Page) => {
  for (const role of ['button', 'checkbox', 'searchbox', 'banner', 'contentinfo', 'dialog'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
}

test('a board, a wall, a muster and its report are printed by the command of the browser too', async ({
  page,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 4)
  const [first = '', second = ''] = evacuation.people
  await openBoard(page, evacuation)
  const why = page.getByRole('button', { name: `Why listed: Livia ${first}`, exact: true })
  await expect(page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
  const sheets = page.getByRole('table')

  const expectRoll = () =>
    onPaper(page, async () => {
      await expect(page.getByText('4 people on site, with dependants')).toBeVisible()
      await expect(sheets.getByRole('row').filter({ hasText: first })).toContainText('0491 570 157')
      await expectNoControls(page)
    })
  await expectRoll()
  await expect(sheets).toHaveCount(0)
  expect(await readPrinted(page)).toContain(first)
  await openDialog(page, why)
  await expectRoll()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Wall mode' }).click()
  await expect(page.getByRole('button', { name: 'Exit wall mode' })).toBeVisible()
  await expectRoll()
  await page.getByRole('button', { name: 'Exit wall mode' }).click()

  await startMuster(page, 'Start the muster')
  const card = page.getByRole('listitem').filter({ hasText: second })
  await openMore(page, card)
  await page.getByRole('dialog').getByRole('button', { name: 'Needs help' }).click()
  await expect(card).toContainText('Needs help')
  const expectMuster = () =>
    onPaper(page, async () => {
      await expect(page.getByText('4 missing, 0 safe, 4 in all')).toBeVisible()
      await expect(sheets.getByRole('row').filter({ hasText: first })).toContainText('MISSING')
      await expect(sheets.getByRole('row').filter({ hasText: second })).toContainText('NEEDS HELP')
      await expectNoControls(page)
    })
  await expectMuster()
  await expect(sheets).toHaveCount(0)
  expect(await readPrinted(page)).toContain('MISSING')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expectMuster()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()

  await expect(page.getByText('The muster has ended')).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.getByText('The muster has ended')).toBeVisible()
    await expect(sheets.getByRole('row').filter({ hasText: first })).toContainText('Missing')
    await expectNoControls(page)
  })
  expect(await readPrinted(page)).toContain('Missing')
})

test('without its later part a board prints its cards, and without a list what the page says', async ({
  page,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  expectRefusals(page, 0)
  await page.route(/\/assets\/later-/, (route) => route.abort())
  await openBoard(page, evacuation)
  await onPaper(page, async () => {
    await expect(page.getByText(`Livia ${first}`, { exact: true })).toBeVisible()
    await expect(page.getByText('people on site', { exact: true })).toBeVisible()
  })
  await page.unroute(/\/assets\/later-/)
  await page.route(/\/api\/board\/[\da-f-]{36}$/, (route) => route.abort())
  await page.reload()
  await onPaper(page, () => expect(page.getByText('The board could not be loaded')).toBeVisible())
})
