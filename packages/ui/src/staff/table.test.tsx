import { renderToStaticMarkup as render } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PersonCard } from './person-card.tsx'
import { Cell, SelectCell, SortCell, Table, TableRow } from './table.tsx'

const table = (
  <Table
    caption="Clients"
    head={
      <>
        <SortCell direction="desc" onSort={() => {}}>
          Name
        </SortCell>
        <SortCell onSort={() => {}}>Country</SortCell>
      </>
    }
  >
    <TableRow isSelected>
      <SelectCell label="Northgate Foods" isSelected onSelect={() => {}} />
      <Cell isTitle>Northgate Foods</Cell>
      <Cell label="Country">Chile</Cell>
    </TableRow>
  </Table>
)

test('a sorted column says so, the others that they can be', () => {
  expect([...render(table).matchAll(/aria-sort="(\w+)"/g)].map(([, sort]) => sort)).toEqual([
    'descending',
    'none',
  ])
})

test('the roles of a table stand, so that cards on a phone are still one', () => {
  const roles = [...render(table).matchAll(/role="(\w+)"/g)].map(([, role]) => role)
  expect(new Set(roles)).toEqual(new Set(['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell']))
})

test('a cell carries the name of its column for the card', () => {
  expect(render(table)).toMatch(/<td[^>]*data-label="Country"[^>]*>Chile/)
})

test('a card is one button that says whether it is ticked, beside a link that dials', () => {
  const phone = { href: 'tel:+61412345678', label: '0412 345 678' }
  const markup = render(<PersonCard name="Ana Kelly" isTicked onTick={() => {}} phone={phone} />)
  expect(markup).toMatch(/<button[^>]*aria-pressed="true"[^>]*>Ana Kelly<\/button>/)
  expect(markup).toMatch(/<\/button>.*<a[^>]*href="tel:\+61412345678"/)
})

test('a card without a tick has no button', () => {
  expect(render(<PersonCard name="Ana Kelly" isTicked />)).not.toMatch(/<button|data-ticked/)
})
