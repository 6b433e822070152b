import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import {
  makeEvacuation,
  onPaper,
  openBoard,
  openMore,
  showEverybody,
  startMuster,
  markSafe,
} from '../pages/muster-page.ts'

/**
 * A muster shows the same about people on the card, under "More", on paper, in the file and in the
 * report.
 */
test.describe.configure({ timeout: 90_000 })

/** The number of text lines in each of these. */
const countLines = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )
const widthOf = async (cell: Locator) => (await cell.boundingBox())?.width ?? 0

async function ask<Answer>(page: Page, path: string, data?: object): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('gatehouse.session'))
  const response = await page.request.fetch(`/api${path}`, {
    method: data ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()) as Answer
}

test('what is told of people is on the card, on paper, in the file and in the report', async ({
  page,
  context,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 3)
  const [seen = '', helpless = '', third = ''] = evacuation.people
  const signIn = async (lastName: string) => {
    const data = {
      firstName: 'Maximiliana',
      lastName,
      mobile: '0491 570 156',
      machineId: evacuation.venue.id,
    }
    const answer = await page.request.post('/api/checkin', { data })
    return ((await answer.json()) as { checkOutToken: string }).checkOutToken
  }
  const sayer = await signIn('Wolfeschlegelstein-Papadopoulou')
  const leaver = await signIn('Featherstonehaugh')
  await openBoard(page, evacuation)
  await page.getByRole('button', { name: 'Hide numbers' }).click()
  await startMuster(page, 'Start a drill')
  const cardOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await markSafe(page, seen)
  // The server has the muster: it names its starter.
  const bar = page.getByRole('region').filter({ hasText: 'Drill' })
  await expect(bar).toContainText(/since .+, ./, { timeout: 20_000 })
  const listed = await ask<{ items: { started_by: string }[] }>(page, '/musters')
  const [{ started_by: warden } = { started_by: '' }] = listed.items
  await page.getByRole('button', { name: 'This is real' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make it real' }).click()
  await expect(page.getByRole('region').filter({ hasText: 'Muster' })).toContainText(
    /drill since .+, real since .+, /,
    { timeout: 20_000 },
  )

  await openMore(page, cardOf(helpless))
  await page.getByLabel('Note').fill('Walks with a stick')
  // Typed text is saved, also without its own button.
  await page.getByRole('dialog').getByRole('button', { name: 'Needs help' }).click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name, or a description').fill('A driver of the caterer')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await ask(page, '/checkin/muster/safe', { checkOutToken: sayer })
  await ask(page, '/checkin/checkout', { checkOutToken: leaver, time: new Date().toISOString() })
  await showEverybody(page)

  const told: [string, RegExp[]][] = [
    [helpless, [new RegExp(`Needs help: ${warden}, \\d+:\\d\\d`), /Walks with a stick/]],
    ['Wolfeschlegelstein', [/Reported safe, \d+:\d\d/]],
    ['Featherstonehaugh', [/Left at \d+:\d\d/]],
    ['A driver of the caterer', [new RegExp(`Not on the list, added: ${warden}, \\d+:\\d\\d`)]],
  ]
  const expectTold = async (rows: Locator) => {
    for (const [name, texts] of told)
      for (const text of texts) await expect(rows.filter({ hasText: name })).toContainText(text)
  }
  await expectTold(page.getByRole('listitem'))
  await openMore(page, cardOf(helpless))
  for (const text of told[0]?.[1] ?? []) await expect(page.getByRole('dialog')).toContainText(text)
  await page.keyboard.press('Escape')

  const head = new RegExp(`Drill from .+, real from .+, ${warden}`)
  const numbers = 'Shows phone numbers to wardens, even where the board hides them.'
  await onPaper(page, async () => {
    await expect(page.getByText(head)).toBeVisible()
    await expect(page.getByText(numbers)).toBeVisible()
    await expectTold(page.getByRole('row'))
  })

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^muster_quay-\w+_\d{4}-\d{2}-\d{2}_\d{4}\.html$/)
  const file = await context.newPage()
  await file.setViewportSize({ width: 900, height: 700 })
  await file.setContent(await readFile(await saved.path(), 'utf8'))
  await expect(file.getByText(head)).toBeVisible()
  await expect(file.getByText(numbers)).toBeVisible()
  await expectTold(file.getByRole('row'))
  const row = file.getByRole('row').filter({ hasText: third })
  await expect(row.getByRole('cell').nth(3)).toContainText('0491 570 157')
  expect(new Set(await countLines(file.locator('td:nth-child(4):not(:empty)')))).toEqual(new Set([1]))
  expect(await widthOf(row.getByRole('cell').nth(6))).toBeGreaterThan(150)
  await file.close()

  await page.setViewportSize({ width: 1280, height: 800 })
  const middles = [page.getByText('Connected'), page.getByRole('button', { name: 'End', exact: true })].map(
    async (part) => {
      const box = await part.boundingBox()
      return box ? box.y + box.height / 2 : -1
    },
  )
  const [stateAt = 0, endAt = 100] = await Promise.all(middles)
  expect(Math.abs(stateAt - endAt)).toBeLessThan(3)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('The muster has ended')).toBeVisible()
  await expect(page.getByText(/^Drill from .+, real from .+ to /)).toBeVisible()
  await expectTold(page.getByRole('row'))
  await expect(page.getByRole('row').filter({ hasText: seen })).toContainText('in the drill')
  // As wide as a sheet of paper.
  await page.setViewportSize({ width: 703, height: 1000 })
  await onPaper(page, async () => {
    const cells = page.getByRole('row').filter({ hasText: helpless }).getByRole('cell')
    expect(await widthOf(cells.nth(7))).toBeGreaterThan(await widthOf(cells.nth(0)))
  })

  const savingReport = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await savingReport).suggestedFilename()).toMatch(/^muster_quay-\w+_\d{4}-\d{2}-\d{2}_\d{4}\.csv$/)
  await page.getByRole('button', { name: 'Back to the board' }).click()
  await page.getByRole('button', { name: 'Start a muster' }).click()
  await page.getByRole('button', { name: 'Past musters' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Drill from .+, real from /)
})
