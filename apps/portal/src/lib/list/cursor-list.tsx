import { Button } from '@gatehouse/ui/core/button'
import type { ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useDensity } from '@gatehouse/ui/staff/density.ts'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../failure.tsx'
import styles from './cursor-list.module.css'

interface CursorListProps<Row extends { id: string }> extends Pick<CursorPagesProps, 'cursor' | 'onCursor'> {
  caption: string
  query: UseQueryResult<{ items: Row[]; next: string | null }>
  columns: readonly ListColumn<Row>[]
  onOpen: (row: Row) => void
  /** Shown where there are no rows. */
  empty: ReactNode
  /** Where to go when the list can't be loaded. */
  elsewhere?: ReactNode
}

/** A list with keyset pagination, latest rows first. */
export function CursorList<Row extends { id: string }>({
  caption,
  query,
  columns,
  onOpen,
  empty,
  elsewhere,
  ...pages
}: CursorListProps<Row>) {
  const density = useDensity()
  const { data, error, isFetching, isPlaceholderData } = query
  if (error && !data)
    return <Failure title={<Trans>The list could not be loaded</Trans>} query={query} elsewhere={elsewhere} />
  return (
    <>
      <WaitingContent isWaiting={isPlaceholderData}>
        {data?.items.length === 0 ? (
          empty
        ) : (
          <ListTable
            caption={caption}
            density={density}
            rows={data?.items}
            onOpen={onOpen}
            columns={columns}
          />
        )}
      </WaitingContent>
      <CursorPages older={data?.next} isBusy={isFetching} {...pages} />
    </>
  )
}

interface CursorPagesProps {
  /** The shown page's; undefined for the latest one. */
  cursor: string | undefined
  /** The neighbouring pages'. */
  newer?: string | null | undefined
  older: string | null | undefined
  isBusy?: boolean
  onCursor: (cursor: string | undefined) => void
}

/** The links to the other pages of such a list; nothing where there is one. */
export function CursorPages({ cursor, newer, older, isBusy, onCursor }: CursorPagesProps) {
  const { t } = useLingui()
  if (!cursor && !older) return null
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      {cursor && (
        <Button onClick={() => onCursor(undefined)}>
          <Trans>Latest</Trans>
        </Button>
      )}
      {newer && (
        <Button onClick={() => onCursor(newer)}>
          <Trans>Newer</Trans>
        </Button>
      )}
      {older && (
        <Button busy={isBusy} onClick={() => onCursor(older)}>
          <Trans>Older</Trans>
        </Button>
      )}
    </nav>
  )
}
