import type { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import { HeadCell, SkeletonRows, SortCell, Table } from '@gatehouse/ui/staff/table'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { PresencePageProps } from './presence-page.tsx'
import { PresenceRow } from './presence-row.tsx'
import { sortOf, withSort, type PresenceSortField } from './search.ts'
import { serverNow } from './time-on-site.ts'

const COLUMNS = 9
const MINUTE = 60_000

interface PresenceTableProps extends PresencePageProps {
  /** Undefined until the first answer. */
  answer: EndpointResult<typeof listPresentEndpoint> | undefined
  /** When it arrived, in epoch milliseconds. */
  receivedAt: number
  /** The rows are those of the filter before. */
  isBusy: boolean
}

export function PresenceTable({ answer, receivedAt, isBusy, search, onSearch }: PresenceTableProps) {
  const { t } = useLingui()
  const ownNow = useNow(MINUTE)
  const now = answer ? serverNow(answer.as_of, receivedAt, ownNow) : ownNow
  const sort = sortOf(search)
  const sortable = (field: PresenceSortField, name: ReactNode, width?: string) => (
    <SortCell
      width={width}
      direction={sort.field === field ? sort.direction : undefined}
      onSort={() => onSearch(withSort(search, field))}
    >
      {name}
    </SortCell>
  )
  return (
    <Table
      caption={t`Checked In Users`}
      isBusy={isBusy}
      head={
        <>
          {sortable('name', t`Name`, '17%')}
          {sortable('role', t`Role`, '17%')}
          {sortable('site', t`Site`)}
          <HeadCell>{t`Method`}</HeadCell>
          {sortable('signed_in_at', t`Signed in`)}
          <HeadCell align="end">{t`Time on site`}</HeadCell>
          <HeadCell>{t`Mobile`}</HeadCell>
          <HeadCell align="end">{t`Dependants`}</HeadCell>
          <HeadCell>{t`State`}</HeadCell>
        </>
      }
    >
      {answer ? (
        answer.items.map((person) => <PresenceRow key={person.id} person={person} now={now} />)
      ) : (
        <SkeletonRows rows={8} columns={COLUMNS} />
      )}
    </Table>
  )
}
