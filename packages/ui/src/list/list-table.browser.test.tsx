import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { columnsWithRoom, type ListColumn } from './list-column.ts'
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

/** The number of text lines in a cell or column head. */
function linesOf(text: string): number {
  const cell = [...document.querySelectorAll('th, td')].find(
    ({ textContent }) => textContent?.replaceAll('\u00a0', ' ') === text,
  )
  const range = document.createRange()
  range.selectNodeContents(cell!)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}
const excess = () => {
  const table = document.querySelector('table')!
  return table.scrollWidth - table.parentElement!.clientWidth
}

afterEach(() => page.viewport(1280, 900))

/** Emulates the browser's print command, without measuring before it. */
const SHEET = 680
const emulate = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media })

describe('a list that is printed', () => {
  afterEach(() => emulate(''))

  const many: readonly ListColumn<Person>[] = [
    ...columns,
    ...Array.from({ length: 9 }, (_, at): ListColumn<Person> => ({
      id: `more-${at}`,
      header: `Another column ${at}`,
      cell: ({ name }) => `${name.replace(' ', '.')}@example.org`,
    })),
  ]

  test.each([false, true])('has all its columns on the sheet, a whole list: %s', async (isForPrint) => {
    await page.viewport(1900, 900)
    await render(
      <>
        <style>{`@media print { .sheet { width: ${SHEET}px !important; } }`}</style>
        <div className="sheet" style={{ width: 1800 }}>
          <ListTable
            caption="People"
            columns={many}
            rows={withLongName}
            sort={undefined}
            onSort={() => undefined}
            isForPrint={isForPrint}
          />
        </div>
      </>,
    )
    const table = document.querySelector('table')!
    const shown = table.tHead!.rows[0]!.cells.length
    expect(shown).toBeGreaterThan(8)
    await emulate('print')
    await expect.poll(() => matchMedia('print').matches).toBe(true)
    expect(table.getBoundingClientRect().width).toBeLessThanOrEqual(SHEET)
    const right = document.querySelector('.sheet')!.getBoundingClientRect().right
    for (const cell of table.querySelectorAll('th, td')) {
      expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(right + 0.5)
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth + 1)
    }
    expect(table.tHead!.rows[0]!.cells).toHaveLength(shown)
  })
})

describe('the columns of a list', () => {
  test('do not wrap while others have room, however long one name is', async () => {
    await render(<People rows={withLongName} width={640} />)
    await expect.poll(() => linesOf(longName)).toBeGreaterThan(1)
    for (const text of ['Nguyễn Thị Hồng Hạnh', 'Bo Li', 'Lighthouse Museum', 'Saltpan Theatre'])
      expect(linesOf(text), text).toBe(1)
    expect(excess()).toBeLessThanOrEqual(0)
  })

  test('have heads of two lines at most', async () => {
    await render(<People rows={withLongName} width={640} />)
    const head = page.getByRole('columnheader', { name: 'Number of guests' })
    await expect.element(head).toBeVisible()
    await expect.poll(() => linesOf('Number of guests')).toBeLessThanOrEqual(2)
  })

  test('break words that are longer than the room', async () => {
    const site = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
    const row = { id: '6', name: 'x'.repeat(60), site, guests: 0 }
    await render(<People rows={[...people, row]} width={460} />)
    await expect.poll(() => linesOf(site)).toBeGreaterThan(1)
    expect(linesOf('Quay')).toBe(1)
    expect(excess()).toBeLessThanOrEqual(0)
  })
})

describe('a column', () => {
  const many: readonly ListColumn<Person>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => name, onPhone: 'title' },
    ...['Site', 'Role', 'Company', 'Town', 'State'].map((header, at) => ({
      id: header,
      header,
      cell: ({ site }: Person) => site,
      priority: at + 2,
      onPhone: 'hidden' as const,
    })),
  ]
  const Chosen = ({ pinned, width = 520 }: { pinned: readonly string[]; width?: number }) => (
    <div style={{ width }}>
      <ListTable
        caption="People"
        columns={many.map((column) =>
          pinned.includes(column.id) ? Object.assign({}, column, { isPinned: true }) : column,
        )}
        rows={people}
        sort={undefined}
        onSort={() => undefined}
        rowActions={{ label: 'Actions', render: () => <button type="button">…</button> }}
      />
    </div>
  )
  const frame = () => document.querySelector('table')!.parentElement!
  const heads = () =>
    [...document.querySelectorAll('thead th')]
      .filter((head) => getComputedStyle(head).display !== 'none')
      .map(({ textContent }) => textContent)

  test.each([330, 520, 640, 900])('gives way as the rule says in a frame of %d px', async (width) => {
    await render(<Chosen pinned={[]} width={width} />)
    const room = frame().clientWidth / 16
    const expected = columnsWithRoom(many, room).map((id) => many.find((column) => column.id === id)?.header)
    await expect.poll(heads).toEqual([...expected, 'Actions'])
    expect(frame().scrollWidth).toBe(frame().clientWidth)
  })

  test('that the reader has asked for is shown where there is no room, and the rows scroll under their titles and menus', async () => {
    const { rerender } = await render(<Chosen pinned={[]} />)
    await expect.poll(heads).toEqual(['Name', 'Site', 'Role', 'Actions'])
    await rerender(<Chosen pinned={['Site', 'Role', 'Company', 'Town', 'State']} />)
    await expect.poll(heads).toEqual(['Name', 'Site', 'Role', 'Company', 'Town', 'State', 'Actions'])
    await expect.poll(() => frame().scrollWidth - frame().clientWidth).toBeGreaterThan(50)
    frame().scrollLeft = 1000
    const { left, right } = frame().getBoundingClientRect()
    for (const row of document.querySelectorAll('tr')) {
      expect(row.cells[0]!.getBoundingClientRect().left - left).toBeLessThan(2)
      expect(right - [...row.cells].at(-1)!.getBoundingClientRect().right).toBeLessThan(2)
    }
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

  test('begins with its name, whichever column is the first', async () => {
    await page.viewport(360, 740)
    const order: ListColumn<Person> = { id: 'order', header: 'Order', cell: () => '1', onPhone: 'labelled' }
    await render(
      <ListTable
        caption="People"
        density="comfortable"
        columns={[order, ...facts]}
        rows={people}
        sort={undefined}
        onSort={() => {}}
      />,
    )
    const row = document.querySelector('tbody tr')!
    const name = row.querySelector('th')!.getBoundingClientRect()
    for (const cell of row.querySelectorAll('td'))
      expect(cell.getBoundingClientRect().top).toBeGreaterThanOrEqual(name.bottom)
  })

  test('on a small phone has its state below the name', async () => {
    await page.viewport(320, 740)
    document.documentElement.style.fontSize = '200%'
    const state: ListColumn<Person> = {
      id: 'state',
      header: 'State',
      cell: () => 'On site',
      onPhone: 'corner',
    }
    await render(
      <ListTable
        caption="People"
        density="comfortable"
        columns={[...facts.slice(0, 1), state]}
        rows={people}
        sort={undefined}
        onSort={() => {}}
      />,
    )
    const row = document.querySelector('tbody tr')!
    const name = row.querySelector('th')!.getBoundingClientRect()
    expect(row.querySelector('td')!.getBoundingClientRect().top).toBeGreaterThanOrEqual(name.bottom)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    document.documentElement.style.fontSize = ''
  })
})

test('a row opens by a press anywhere on it and by the keyboard, and not by one on its menu', async () => {
  const onOpen = vi.fn<(row: Person) => void>()
  const onMenu = vi.fn<() => void>()
  await render(
    <ListTable
      caption="People"
      columns={columns}
      rows={people}
      sort={undefined}
      onSort={() => undefined}
      onOpen={onOpen}
      rowActions={{
        label: 'Actions',
        render: () => (
          <button type="button" onClick={onMenu}>
            Menu
          </button>
        ),
      }}
    />,
  )
  await page.getByRole('cell', { name: 'Quay' }).click()
  expect(onOpen.mock.calls).toEqual([[people[1]]])
  await page.getByRole('button', { name: 'Menu' }).nth(1).click()
  expect([onOpen.mock.calls.length, onMenu.mock.calls.length]).toEqual([1, 1])
  ;(page.getByRole('button', { name: 'Bo Li' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(onOpen.mock.calls).toHaveLength(2)
})
