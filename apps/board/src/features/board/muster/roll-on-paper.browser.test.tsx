import { ShownMobile } from '@gatehouse/validation/fields'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { entryOf, markOf, muster, renderMuster } from '../../../../test/render-muster.tsx'
import { saveList } from '../../../../test/save-list.ts'

const print = () => dispatchEvent(new Event('beforeprint'))

test('paper and file say when the server was heard last, and what is not there', async () => {
  const heardAt = Date.UTC(2026, 10, 20, 23, 45)
  await renderMuster({ roll: [entryOf('Silva')], view: { heardAt, isOffline: true, pending: 2 } })
  await expect
    .element(page.getByText(/^No connection since 11:45:00\spm\sUTC\. 2 marks not sent yet\.$/))
    .toBeVisible()
  const file = await saveList()
  print()
  for (const text of [file, document.body.lastElementChild?.textContent ?? '']) {
    expect(text).toMatch(/As of 20 Nov 2026, 11:45\spm\sUTC/)
    expect(text).toMatch(/No connection since 11:45:00\spm\sUTC\. 2 marks not sent yet\./)
  }
})

test('paper and file say that the list is the one of the board', async () => {
  await renderMuster({ roll: [entryOf('Silva')], current: { version: 0 } })
  const file = await saveList()
  print()
  for (const text of [file, document.body.lastElementChild?.textContent ?? ''])
    expect(text).toContain(
      'The muster’s list is loading. The board’s list is shown until then. It may be incomplete.',
    )
})

test('paper and file of a muster that nobody else has say so, and no time of the server', async () => {
  await renderMuster({
    roll: [entryOf('Silva')],
    current: { version: 0, isLocal: true, muster: { ...muster, started_by: null } },
    view: { heardAt: 0, isOffline: true },
  })
  const file = await saveList()
  expect(file).toContain('No connection. The muster itself has not been sent yet.')
  expect(file).not.toContain('As of')
})

test('nothing is doubted of a list that is all there', async () => {
  await renderMuster({ roll: [entryOf('Silva')] })
  const file = await saveList()
  expect(file).toContain('As of ')
  expect(file).not.toMatch(/connection|sent|fetched/)
})

test('on paper names break no word, and 368 people fit on ten sheets', async () => {
  await page.viewport(703, 1032)
  const send = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media })
  const names = ['Donoghue', 'Gallagher', 'Villanueva', 'Fairweather', 'Okonkwo', 'Beaumont', 'Sutherland']
  const roll = Array.from({ length: 368 }, (_, at) =>
    entryOf(names[at % names.length] ?? '', {
      id: String(at),
      first_name: 'Siobhán',
      tel: v.parse(ShownMobile, '+61491570157'),
      dependents: at % 3,
    }),
  )
  const marks = roll.slice(0, 300).map(({ id }) => Object.assign(markOf(id, 'safe'), { by: 'warden' }))
  const flagged = { ...markOf('310', 'safe'), is_flagged: true }
  const wardens = [{ id: 'warden', name: 'Marguerite Okonkwo' }]
  await renderMuster({ roll, marks: [...marks, flagged], current: { wardens } })
  await page.getByRole('button', { name: /^Everyone/ }).click()
  print()
  await send('print')
  const sheets = document.body.lastElementChild
  const rows = [...(sheets?.querySelectorAll('tbody tr') ?? [])]
  expect(rows).toHaveLength(368)
  const heights = rows.map((row) => row.getBoundingClientRect().height)
  const lines = rows.map((row) => {
    const range = document.createRange()
    range.selectNodeContents(row.children[0]!)
    return range.getClientRects().length
  })
  await send('')
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(10 * (1032 - 60))
  expect(Math.max(...lines)).toBe(1)
})

/** All rules of the page, including those in layers. */
const rulesIn = (rules: CSSRuleList): CSSRule[] =>
  [...rules].flatMap((rule) =>
    rule instanceof CSSGroupingRule && !(rule instanceof CSSPageRule) ? rulesIn(rule.cssRules) : rule,
  )

test('each sheet and each page of the file says the site, the time and which page of how many it is', async () => {
  const heardAt = Date.UTC(2026, 10, 20, 23, 45)
  await renderMuster({ roll: [entryOf('Silva')], view: { heardAt } })
  const told = /Hall.*As of 20 Nov 2026, 11:45\spm\sUTC/
  const file = new DOMParser().parseFromString(await saveList(), 'text/html')
  expect(file.querySelector('thead tr')?.textContent).toMatch(told)
  expect(file.querySelector('style')?.textContent).toContain("content:counter(page) ' / ' counter(pages)")

  print()
  const head = document.body.lastElementChild?.querySelector('thead')
  expect(head?.rows[0]?.textContent).toMatch(told)
  const shown = () => head && [head, head.rows[0] ?? head].map((one) => getComputedStyle(one).display)
  expect(shown()).toContain('none')
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  // Browsers repeat a head like this on each sheet.
  const onPaper = shown()
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  expect(onPaper).toEqual(['table-header-group', 'table-row'])
  const margins = [...document.styleSheets].flatMap(({ cssRules }) => rulesIn(cssRules))
  expect(margins.filter((rule) => rule instanceof CSSPageRule).map(({ cssText }) => cssText)).toEqual([
    expect.stringMatching(/@bottom-right \{ content: counter\(page\) " \/ " counter\(pages\)/),
  ])
})

test('on paper 371 missing people with names of two parts fit on ten sheets', async () => {
  await page.viewport(703, 1032)
  const roll = Array.from({ length: 371 }, (_, at) =>
    entryOf('Åkesson-Axelsson', {
      id: String(at),
      first_name: 'Marie Louise',
      tel: v.parse(ShownMobile, '+61491570157'),
      dependents: at % 3,
    }),
  )
  await renderMuster({ roll })
  print()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  const sheets = document.body.lastElementChild
  const heads = [...(sheets?.querySelectorAll('thead tr:last-child th') ?? [])].map((one) => one.textContent)
  const rows = [...(sheets?.querySelectorAll('tbody tr') ?? [])]
  const heights = rows.map((row) => row.getBoundingClientRect().height)
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  expect(rows).toHaveLength(371)
  expect(heads).toEqual(['Name', 'Dependants', 'Role', 'Phone', 'State', 'Remarks'])
  expect(Math.max(...heights)).toBeLessThan(24)
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(10 * (1032 - 60))
})
