import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ListColumn } from './list-column.ts'
import { ListTable } from './list-table.tsx'

interface Person {
  id: string
  name: string
  site: string
  guests: number
}

const longName = 'Wilhelmina Aurelia Montgomery-Featherstonehaugh van der Berg'
const people: Person[] = [
  { id: '1', name: 'Nguyễn Thị Hồng Hạnh', site: 'Lighthouse Museum', guests: 0 },
  { id: '2', name: 'Bo Li', site: 'Quay', guests: 2 },
]
const withLongName = [...people, { id: '3', name: longName, site: 'Saltpan Theatre', guests: 0 }]
const withLongWord = [...people, { id: '4', name: 'x'.repeat(60), site: 'Quay', guests: 0 }]

const columns: readonly ListColumn<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, onPhone: 'title' },
  { id: 'site', header: 'Name of the site', cell: ({ site }) => site },
  { id: 'guests', header: 'Number of guests', cell: ({ guests }) => guests, align: 'end' },
]

function People({ rows, width }: { rows: readonly Person[]; width: number }) {
  return (
    <div style={{ width }}>
      <ListTable caption="People" columns={columns} rows={rows} sort={undefined} onSort={() => undefined} />
    </div>
  )
}

/** How many lines the text of a cell or a column's head takes. */
function linesOf(text: string): number {
  const cell = [...document.querySelectorAll('th, td')].find(({ textContent }) => textContent === text)
  const range = document.createRange()
  range.selectNodeContents(cell!)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}
const excess = () => {
  const table = document.querySelector('table')!
  return table.scrollWidth - table.parentElement!.clientWidth
}

afterEach(() => page.viewport(1280, 900))

describe('the columns of a list', () => {
  test('do not wrap while others have room, however long one name is', async () => {
    await render(<People rows={withLongName} width={460} />)
    await expect.poll(() => linesOf(longName)).toBeGreaterThan(1)
    for (const text of ['Nguyễn Thị Hồng Hạnh', 'Bo Li', 'Lighthouse Museum', 'Saltpan Theatre'])
      expect(linesOf(text), text).toBe(1)
    expect(excess()).toBeLessThanOrEqual(0)
  })

  test('wrap their names first', async () => {
    await render(<People rows={people} width={430} />)
    await expect.poll(() => linesOf('Lighthouse Museum')).toBe(1)
    expect(linesOf('Number of guests')).toBeGreaterThan(1)
  })

  test('are measured again when their cells change', async () => {
    const { rerender } = await render(<People rows={people} width={900} />)
    await expect.poll(() => linesOf('Lighthouse Museum')).toBe(1)
    await rerender(<People rows={withLongName} width={900} />)
    await expect.poll(() => linesOf(longName)).toBe(1)
  })

  test('are shared out again when the room changes', async () => {
    const { rerender } = await render(<People rows={withLongName} width={900} />)
    await expect.poll(() => linesOf(longName)).toBe(1)
    await rerender(<People rows={withLongName} width={460} />)
    await expect.poll(() => linesOf(longName)).toBeGreaterThan(1)
    expect(excess()).toBeLessThanOrEqual(0)
  })

  test('break a word that is longer than the room', async () => {
    await render(<People rows={withLongWord} width={460} />)
    await expect.poll(() => linesOf('x'.repeat(60))).toBeGreaterThan(1)
    expect(linesOf('Lighthouse Museum')).toBe(1)
    expect(excess()).toBeLessThanOrEqual(0)
  })

  test('have no widths where the rows are cards, and get them again', async () => {
    await page.viewport(360, 740)
    await render(<People rows={people} width={320} />)
    await expect.element(page.getByText('Quay')).toBeVisible()
    expect(document.querySelector('col')!.style.width).toBe('')
    await page.viewport(1280, 900)
    await expect.poll(() => document.querySelector('col')!.style.width).not.toBe('')
  })
})

describe('a card', () => {
  const facts: readonly ListColumn<Person>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => name, onPhone: 'title' },
    ...['Visitor', 'Lighthouse Museum', '22 Nov 2026, 1:35 am AEDT', '25h 12m', '0491 571 486'].map(
      (text, at) => ({
        id: `fact-${at}`,
        header: 'Fact',
        cell: () => text,
        onPhone: 'line' as const,
      }),
    ),
  ]

  test('has points between the values of a line, and none at its ends', async () => {
    await page.viewport(360, 740)
    await render(
      <ListTable
        caption="People"
        density="comfortable"
        columns={facts}
        rows={people}
        sort={undefined}
        onSort={() => {}}
      />,
    )
    await expect.element(page.getByText('25h 12m').first()).toBeVisible()
    const row = document.querySelector('tbody tr')!
    const { left } = row.getBoundingClientRect()
    const covered = left + Number.parseFloat(getComputedStyle(row, '::after').width)
    const values = [...row.querySelectorAll('td')].map((cell) => {
      const box = cell.getBoundingClientRect()
      return { top: box.top, point: box.left + Number.parseFloat(getComputedStyle(cell, '::after').left) }
    })
    const begins = values.map(({ top }, at) => values[at - 1]?.top !== top)
    expect(begins.filter(Boolean).length).toBeGreaterThan(1)
    expect(begins).toContain(false)
    expect(values.map(({ point }) => point < covered)).toEqual(begins)
  })
})
