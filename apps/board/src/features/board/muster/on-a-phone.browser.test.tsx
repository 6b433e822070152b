import { ShownMobile } from '@gatehouse/validation/fields'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, markOf, renderMuster } from '../../../../test/render-muster.tsx'

const print = () => dispatchEvent(new Event('beforeprint'))
const endPrint = () => dispatchEvent(new Event('afterprint'))

test('on a phone people stand in rows, with the number behind its icon', async () => {
  await page.viewport(360, 740)
  const roll = ['Ajak', 'Baker', 'Chen', 'Duarte'].map((name) =>
    entryOf(name, { role: 'Contractor', tel: v.parse(ShownMobile, '+61491570157'), dependents: 3 }),
  )
  const { show } = await renderMuster({ roll, marks: [markOf('Baker', 'said_safe')] })
  const call = page.getByRole('link', { name: '0491 570 157' }).first()
  await expect.element(call).toBeVisible()
  const readHeights = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((row) => row.getBoundingClientRect().height)
  const heights = readHeights()
  expect(heights.filter((height) => height > 66)).toEqual([])
  const { width, height } = call.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const tick = page.getByRole('checkbox', { name: 'Ajak, Ana' })
  await expect.element(tick).not.toBeChecked()
  // The next row stays under the finger.
  await show({ roll, marks: [markOf('Ajak', 'safe'), markOf('Baker', 'said_safe')] })
  await expect.element(tick).toBeChecked()
  expect(readHeights()).toEqual(heights)
})

test('on a phone the line below a name begins where the name does, and no word is broken', async () => {
  await page.viewport(360, 740)
  await renderMuster({ roll: [entryOf('Whitmore', { role: 'Curator', phone_extension: '222' })] })
  const line = page.getByText('Curator')
  await expect.element(line).toBeVisible()
  const leftOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Math.round(range.getBoundingClientRect().left)
  }
  expect(leftOf(line.element())).toBe(leftOf(page.getByText('Whitmore').element()))
  for (const word of [page.getByText('ext. 222'), page.getByRole('button', { name: 'More' })]) {
    const range = document.createRange()
    range.selectNodeContents(word.element())
    expect(new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size).toBe(1)
  }
})

test('what is printed follows the filter', async () => {
  await page.viewport(1280, 800)
  await renderMuster({
    roll: [entryOf('Ajak', { dependents: 3 }), entryOf('Baker'), entryOf('Chen', { had_left: true })],
    marks: [markOf('Baker', 'safe')],
  })
  const printed = () => {
    print()
    const rows = page.getByRole('row', { includeHidden: true }).elements()
    const texts = rows.map((row) => row.textContent)
    endPrint()
    return texts.join('\n')
  }
  await expect.element(page.getByRole('button', { name: 'Print: Missing' })).toBeInTheDocument()
  expect(printed()).toMatch(/Ajak, Ana\+ 3/)
  expect(printed()).toMatch(/Chen, Ana.*Left before/)
  expect(printed()).not.toContain('Baker')
  await page.getByRole('button', { name: /^Safe/ }).click()
  await expect.element(page.getByRole('button', { name: 'Print: Safe' })).toBeInTheDocument()
  expect(printed()).toContain('Baker, Ana')
  expect(printed()).not.toMatch(/Ajak|Chen/)
})

test('whoever left shortly before is neither safe nor in need of help', async () => {
  await page.viewport(1280, 800)
  await renderMuster({ roll: [entryOf('Ajak'), entryOf('Chen', { had_left: true })] })
  const left = page.getByRole('heading', { name: 'Left shortly before' })
  await expect.element(left).toBeVisible()
  await page.getByRole('button', { name: /^Safe/ }).click()
  await expect.element(left).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Everyone/ }).click()
  await expect.element(left).toBeVisible()
})

test('on a phone a call for help is the first thing in a row', async () => {
  await page.viewport(360, 740)
  await renderMuster({
    roll: [entryOf('Ajak', { role: 'Contractor', dependents: 3 })],
    marks: [markOf('Ajak', 'help_needed')],
  })
  const leftOf = (text: RegExp) => page.getByText(text).element().getBoundingClientRect().left
  await expect.element(page.getByText(/^Needs help: /)).toBeVisible()
  const name = page.getByText('Ajak, Ana').element().getBoundingClientRect().left
  expect(leftOf(/^Needs help: /)).toBe(name)
})

test('on a phone dependants are in view beside any remark, and are under "More" with the role', async () => {
  await page.viewport(360, 740)
  await renderMuster({
    roll: ['Ajak', 'Baker'].map((id) => entryOf(id, { role: 'Contractor', dependents: 2 })),
    marks: [markOf('Ajak', 'help_needed'), markOf('Baker', 'said_safe')],
  })
  const shown = page.getByText('+ 2 dependants')
  await expect.element(shown.first()).toBeVisible()
  for (const element of shown.elements()) {
    const { left, right, bottom } = element.getBoundingClientRect()
    const line = element.closest('p')?.getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(line?.right ?? 0)
    expect(bottom).toBeLessThanOrEqual(Math.ceil(line?.bottom ?? 0))
    expect(left).toBe(line?.left)
  }
  await page.getByRole('button', { name: 'More' }).last().click()
  const more = page.getByRole('dialog')
  await expect.element(more.getByText('+ 2 dependants')).toBeVisible()
  await expect.element(more.getByText('Contractor')).toBeVisible()
})

test('on a phone an extension leaves room to More, and names of filters to their frame', async () => {
  await page.viewport(360, 740)
  await renderMuster({
    roll: [
      entryOf('Whitmore', { phone_extension: '205', tel: v.parse(ShownMobile, '+61491570157') }),
      ...Array.from({ length: 584 }, (_, at) => entryOf(String(at))),
    ],
  })
  const boxOf = (node: Node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }
  const extension = page.getByText('ext. 205')
  await expect.element(extension).toBeVisible()
  const more = page.getByRole('button', { name: 'More' }).first()
  expect(boxOf(more.element()).left - boxOf(extension.element()).right).toBeGreaterThanOrEqual(8)
  for (const name of ['Missing', 'Safe', 'Needs help', 'Everyone']) {
    const filter = page.getByRole('button', { name: new RegExp(`^${name}`) }).element()
    const [text, frame] = [boxOf(filter), filter.getBoundingClientRect()]
    expect(Math.min(text.left - frame.left, frame.right - text.right)).toBeGreaterThanOrEqual(4)
  }
})

test('on a desk More stands beside the number at the edge of its card, and a card has no empty lines', async () => {
  await page.viewport(1280, 900)
  const tel = v.parse(ShownMobile, '+61491570157')
  const people = [entryOf('Ajak', { tel, dependents: 2 }), entryOf('Chen', { tel })]
  await renderMuster({ roll: people })
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  for (const card of page.getByRole('listitem').elements()) {
    const number = card.querySelector('a')?.getBoundingClientRect()
    const more = card.querySelector('button')?.getBoundingClientRect()
    const { right, height } = card.getBoundingClientRect()
    expect(right - (more?.right ?? 0)).toBeLessThanOrEqual(17)
    expect(Math.abs((number?.top ?? 0) - (more?.top ?? 0))).toBeLessThan(10)
    expect(height).toBeLessThan(160)
  }
})

test('on a phone a long word of a name stands on one line, beside a tick in its column', async () => {
  await page.viewport(360, 740)
  await renderMuster({ roll: [entryOf('Constantinopolous'), entryOf('Demir')] })
  const name = page.getByText('Constantinopolous')
  await expect.element(name).toBeVisible()
  expect(name.element().getClientRects()).toHaveLength(1)
  const ticks = [...document.querySelectorAll('li > [aria-hidden]:last-child')]
  expect(new Set(ticks.map((tick) => tick.getBoundingClientRect().left)).size).toBe(1)
})
