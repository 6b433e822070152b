import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Badge } from '@gatehouse/ui/core/badge'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ListContent } from '../../lib/list/list-content.tsx'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { useListQuery } from '../../lib/list/list-page.tsx'
import type { ListAddress } from '../../lib/list/list-search.ts'
import { createSamplePeople, samplePeopleEndpoint, type SamplePerson } from './sample-people.ts'
import { Samples } from './samples.tsx'

const people = createSamplePeople()

const sampleList: ListDeclaration<typeof samplePeopleEndpoint> = {
  endpoint: samplePeopleEndpoint,
  load: people.load,
  title: msg`People`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'site',
      header: msg`Site`,
      value: ({ site }) => site,
      priority: 2,
    },
    {
      id: 'dependents',
      header: msg`Dependants`,
      value: ({ dependents }) => dependents,
      align: 'end',
      priority: 3,
    },
    {
      id: 'state',
      header: msg`State`,
      cell: ({ state }) =>
        state === 'overdue' ? (
          <Badge kind="caution">
            <Trans>Overdue</Trans>
          </Badge>
        ) : (
          <StatusDot kind="good">
            <Trans>On site</Trans>
          </StatusDot>
        ),
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'on_site', label: msg`On site` },
        { value: 'overdue', label: msg`Overdue` },
      ],
    },
  ],
  search: { label: msg`Search people`, placeholder: msg`Search people` },
  empty: {
    title: msg`Nobody is on site`,
    text: msg`Visitors and staff appear here as soon as they sign in.`,
  },
  noMatch: { title: msg`Nobody on site matches`, text: msg`Try another name, or fewer filters.` },
  drawer: 'columns',
  bulk: {
    things: (count) => msg`${plural(count, { one: '# person', other: '# people' })}`,
    actions: [
      {
        id: 'delete',
        label: msg`Delete`,
        done: (count) =>
          msg`${plural(count, { one: '# person was deleted', other: '# people were deleted' })}`,
        isDanger: true,
      },
    ],
    run: people.remove,
  },
}

function SampleMenu({ person: { name } }: { person: SamplePerson }) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem>{t`Print`}</MenuItem>
    </Menu>
  )
}

/** A whole list with ticks, bulk action, details and pages; and one that still loads. */
export function ListSamples() {
  const { t } = useLingui()
  const [search, setSearch] = useState<ListAddress>({})
  const query = useListQuery(sampleList, search)
  return (
    <Samples title={<Trans>Lists</Trans>}>
      <div>
        <ListContent
          list={sampleList}
          rowActions={(person) => <SampleMenu person={person} />}
          query={query}
          search={search}
          onSearch={setSearch}
        />
      </div>
      <ListTable
        caption={t`Loading…`}
        density="compact"
        columns={[
          { id: 'name', header: t`Name`, cell: () => null, onPhone: 'title' },
          { id: 'state', header: t`State`, cell: () => null },
        ]}
        rows={undefined}
      />
    </Samples>
  )
}
