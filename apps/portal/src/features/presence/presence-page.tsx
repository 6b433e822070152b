import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { msg } from '@lingui/core/macro'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import type { ListSearch } from '../../lib/list/list-search.ts'
import { presenceColumns } from './presence-columns.tsx'
import { PresenceCount, PresenceFreshness } from './presence-summary.tsx'

const presenceList: ListDeclaration<typeof listPresentEndpoint> = {
  endpoint: listPresentEndpoint,
  title: msg`Checked In Users`,
  columns: presenceColumns,
  filters: [
    {
      name: 'site',
      label: msg`Site`,
      options: ({ sites }) => sites.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'kind',
      label: msg`Kind`,
      options: [
        { value: 'visitor', label: msg`Visitor` },
        { value: 'user', label: msg`Staff` },
      ],
    },
    {
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'on_site', label: msg`On site` },
        { value: 'overdue', label: msg`Overdue` },
      ],
    },
  ],
  search: { label: msg`Search people`, placeholder: msg`Search by name, role or mobile` },
  empty: {
    title: msg`Nobody is on site`,
    text: msg`Visitors and staff appear here as soon as they sign in.`,
  },
  noMatch: { title: msg`Nobody on site matches`, text: msg`Try another name, or fewer filters.` },
  count: ({ total, people }) => <PresenceCount visits={total} people={people} />,
  description: (data, error) => (
    <PresenceFreshness
      asOf={data.as_of}
      timeZone={timeZoneOf(data.time_zone)}
      refusedToday={data.refused_today}
      failure={error}
    />
  ),
  drawer: 'columns',
  refetchMs: 10_000,
}

interface PresencePageProps {
  search: ListSearch<typeof listPresentEndpoint>
  onSearch: (search: ListSearch<typeof listPresentEndpoint>, options?: { replace?: boolean }) => void
}

/** Everybody who is on site, as the address filters and sorts them. */
export function PresencePage(props: PresencePageProps) {
  return <ListPage list={presenceList} {...props} />
}
