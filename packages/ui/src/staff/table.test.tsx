import { renderToStaticMarkup as render } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { MaskedNumber } from './masked-number.tsx'
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

const picture = <Avatar name="Ana Kelly" size={64} />

test('a card is one checkbox under the name, described by what is known, beside a link that dials', () => {
  const phone = { href: 'tel:+61412345678', label: '0412 345 678' }
  const markup = render(
    <PersonCard name="Ana Kelly" picture={picture} detail="Crew" isTicked onTick={() => {}} phone={phone} />,
  )
  const [, id] = /<label for="([^"]+)"/.exec(markup) ?? []
  expect(markup).toMatch(/<input type="checkbox"[^>]*checked=""/)
  expect(markup).toContain(`id="${id}"`)
  expect(markup).toContain(`aria-describedby="${id}-detail"`)
  expect(markup).toMatch(new RegExp(`<div id="${id}-detail"[^>]*><p[^>]*>Crew`))
  expect(markup).toMatch(/<\/label>.*<a[^>]*href="tel:\+61412345678"/)
})

test('a masked number says so and dials nothing', () => {
  const masked = <MaskedNumber mask="••• 486" label="Number hidden, last digits 486" />
  expect(render(masked)).toMatch(
    /aria-hidden="true">••• 486<\/span><span[^>]*>Number hidden, last digits 486</,
  )
  const card = render(<PersonCard name="Ana Kelly" picture={picture} phone={{ label: masked }} />)
  expect(card).toContain('••• 486')
  expect(card).not.toMatch(/<a\b|tel:/)
})

test('a card without a tick has no control', () => {
  expect(render(<PersonCard name="Ana Kelly" picture={picture} isTicked />)).not.toMatch(/<input|data-ticked/)
})
