import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import type { ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useSelection } from '@gatehouse/ui/list/use-selection.ts'
import { Pager } from '@gatehouse/ui/staff/pager'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import { SelectionBar } from '@gatehouse/ui/staff/toolbar'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { Samples } from './samples.tsx'

const people = [
  { id: 'amelia', name: 'Amelia Álvarez', site: 'Harbour Gallery', dependents: 0, isOverdue: false },
  {
    id: 'hemi',
    name: 'Hēmi Papadopoulos-Featherstonehaugh',
    site: 'Lamplight Hall',
    dependents: 2,
    isOverdue: true,
  },
  { id: 'hoa', name: 'Thị Hoa Nguyễn', site: 'Saltpan Theatre', dependents: 0, isOverdue: false },
]

/** List rows with ticks and menus, bulk actions, and rows that are loading. */
export function ListSamples() {
  const { t } = useLingui()
  const selection = useSelection('', people, people.length)
  const columns: readonly ListColumn<(typeof people)[number]>[] = [
    { id: 'name', header: t`Name`, value: ({ name }) => name, onPhone: 'title' },
    { id: 'site', header: t`Site`, value: ({ site }) => site, priority: 2 },
    { id: 'dependents', header: t`Dependants`, value: ({ dependents }) => dependents, align: 'end' },
    {
      id: 'state',
      header: t`State`,
      cell: ({ isOverdue }) =>
        isOverdue ? (
          <Badge kind="caution">{t`Overdue`}</Badge>
        ) : (
          <StatusDot kind="good">{t`On site`}</StatusDot>
        ),
      onPhone: 'corner',
    },
  ]
  return (
    <Samples title={<Trans>Lists</Trans>}>
      <ListTable
        caption={t`People`}
        columns={columns.map((column) => Object.assign({ isSortable: column.id === 'name' }, column))}
        rows={people}
        sort={{ column: 'name', direction: 'asc' }}
        onSort={() => {}}
        selection={{ ...selection, labelOf: ({ name }) => t`Select ${name}`, allLabel: t`Select this page` }}
        rowActions={{
          label: t`Actions`,
          render: ({ name }) => (
            <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
              <MenuItem>{t`Print`}</MenuItem>
            </Menu>
          ),
        }}
      />
      <Pager
        label={t`Pages`}
        summary={t`1–3 of 3`}
        previousLabel={t`Previous page`}
        nextLabel={t`Next page`}
      />
      {selection.count > 0 && (
        <SelectionBar summary={<Plural value={selection.count} one="# selected" other="# selected" />}>
          <Button size="small" kind="quiet" onClick={selection.clear}>
            <Trans>Clear</Trans>
          </Button>
        </SelectionBar>
      )}
      <ListTable caption={t`Loading…`} density="compact" columns={columns} rows={undefined} />
    </Samples>
  )
}
