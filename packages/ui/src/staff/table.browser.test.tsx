import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Cell, SelectAllCell, SelectCell, SortCell, Table, TableRow } from './table.tsx'

const clients = [
  { name: 'Northgate Foods', country: 'Chile' },
  { name: 'Harbour Gallery', country: 'Australia' },
  { name: 'Quay Works', country: 'Peru' },
]
const onSort = vi.fn()
const onSelect = vi.fn()

function Clients() {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const isAll = ticked.length === clients.length
  const setAll = (isSelected: boolean) => setTicked(isSelected ? clients.map(({ name }) => name) : [])
  return (
    <Table
      caption="Clients"
      head={
        <>
          <SelectAllCell
            label="This page"
            isSelected={isAll}
            isPartly={ticked.length > 0 && !isAll}
            onSelect={setAll}
          />
          <SortCell direction="desc" onSort={() => onSort('name')}>
            Name
          </SortCell>
          <SortCell onSort={() => onSort('country')}>Country</SortCell>
        </>
      }
    >
      {clients.map(({ name, country }) => (
        <TableRow key={name} isSelected={ticked.includes(name)}>
          <SelectCell
            label={name}
            isSelected={ticked.includes(name)}
            onSelect={(isSelected, isRange) => {
              onSelect(name, isSelected, isRange)
              setTicked(isSelected ? [...ticked, name] : ticked.filter((other) => other !== name))
            }}
          />
          <Cell isTitle>{name}</Cell>
          <Cell label="Country">{country}</Cell>
        </TableRow>
      ))}
    </Table>
  )
}

const tick = (name: string) => page.getByRole('checkbox', { name })
const allTick = tick('This page')

describe('a table', () => {
  test('is named by its caption; a row by its title', async () => {
    await render(<Clients />)
    await expect.element(page.getByRole('table', { name: 'Clients' })).toBeVisible()
    await expect.element(page.getByRole('rowheader', { name: 'Quay Works' })).toBeVisible()
  })

  test('says by which column it is sorted, and by which it can be', async () => {
    await render(<Clients />)
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head('Name')).toHaveAttribute('aria-sort', 'descending')
    await expect.element(head('Country')).toHaveAttribute('aria-sort', 'none')
    await page.getByRole('button', { name: 'Country' }).click()
    expect(onSort.mock.lastCall).toEqual(['country'])
  })

  test('is ticked by the keyboard, and a ticked row shows it', async () => {
    await render(<Clients />)
    ;(tick('Harbour Gallery').element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(tick('Harbour Gallery')).toBeChecked()
    expect(onSelect.mock.lastCall).toEqual(['Harbour Gallery', true, false])
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect.element(row('Harbour Gallery')).toHaveAttribute('data-selected')
    await expect.element(row('Quay Works')).not.toHaveAttribute('data-selected')
  })

  test('tells a press with Shift from one without', async () => {
    await render(<Clients />)
    await tick('Northgate Foods').click()
    expect(onSelect.mock.lastCall).toEqual(['Northgate Foods', true, false])
    await tick('Quay Works').click({ modifiers: ['Shift'] })
    expect(onSelect.mock.lastCall).toEqual(['Quay Works', true, true])
  })

  test('shows in its head whether all, some or none are ticked', async () => {
    await render(<Clients />)
    await expect.element(allTick).not.toBeChecked()
    await tick('Quay Works').click()
    await expect.element(allTick).toBePartiallyChecked()
    await allTick.click()
    for (const { name } of clients) await expect.element(tick(name)).toBeChecked()
    await expect.element(allTick).not.toBePartiallyChecked()
    await allTick.click()
    for (const { name } of clients) await expect.element(tick(name)).not.toBeChecked()
  })

  test('is a table on a phone too, where its rows are cards that name their values', async () => {
    await page.viewport(360, 740)
    await render(<Clients />)
    await expect.element(page.getByRole('table', { name: 'Clients' })).toBeInTheDocument()
    const cell = page.getByRole('cell', { name: /Chile/ })
    await expect.element(cell).toBeVisible()
    expect(getComputedStyle(cell.element(), '::before').content).toBe('"Country"')
    const [first, second] = page.getByRole('rowheader').elements()
    expect(second!.getBoundingClientRect().top).toBeGreaterThan(cell.element().getBoundingClientRect().bottom)
    expect(first!.getBoundingClientRect().top).toBeLessThan(cell.element().getBoundingClientRect().top)
    await page.viewport(1280, 900)
  })
})
