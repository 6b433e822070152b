import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { HeadCell, SkeletonRows, SortCell, SortSelect, Table } from '@gatehouse/ui/staff/table'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { PresenceRow } from './presence-row.tsx'
import type { PresenceAnswer } from './queries.ts'
import {
  sortOf,
  sortText,
  sortTexts,
  withSort,
  withSortText,
  type PresenceSortField,
  type PresenceSortText,
  type SearchProps,
} from './search.ts'
import { serverNow } from './time-on-site.ts'

const COLUMNS = 9
const MINUTE = 60_000

interface PresenceTableProps extends SearchProps {
  /** Undefined until the first answer. */
  answer: PresenceAnswer | undefined
  /** Of the client: how its people read phone numbers. */
  region: string
}

export function PresenceTable(props: PresenceTableProps) {
  const { answer, region, search, onSearch } = props
  const { t } = useLingui()
  const ownNow = useNow(MINUTE)
  const now = answer ? serverNow(answer.data.as_of, answer.answeredAt, ownNow) : ownNow
  const phone = usePhoneFormat(region)
  // The rows stand in the order that was answered; the list of orders holds the one that was asked for.
  const sort = sortOf(answer?.query ?? search)
  const sortNames: Record<PresenceSortText, string> = {
    'signed_in_at asc': t`Signed in, first to last`,
    'signed_in_at desc': t`Signed in, last to first`,
    'name asc': t`Name, A to Z`,
    'name desc': t`Name, Z to A`,
    'site asc': t`Site, A to Z`,
    'site desc': t`Site, Z to A`,
    'role asc': t`Role, A to Z`,
    'role desc': t`Role, Z to A`,
  }
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
    <>
      <SortSelect
        label={t`Sort by`}
        value={sortText(sortOf(search))}
        options={sortTexts.map((value) => ({ value, label: sortNames[value] }))}
        onChange={(chosen) => onSearch(withSortText(search, chosen))}
      />
      <Table
        caption={t`Checked In Users`}
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
          answer.data.items.map((person) => (
            <PresenceRow key={person.id} person={person} now={now} phone={phone} />
          ))
        ) : (
          <SkeletonRows rows={8} columns={COLUMNS} />
        )}
      </Table>
    </>
  )
}
