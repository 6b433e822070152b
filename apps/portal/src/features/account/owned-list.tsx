import { serverTime } from '@gatehouse/api-client/server-clock'
import { Button } from '@gatehouse/ui/core/button'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { formatAgo } from '@gatehouse/i18n/format/durations'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { Trans } from '@lingui/react/macro'
import { type InfiniteData, useMutation, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { Failure } from '../../lib/failure.tsx'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { toastError } from '../../lib/toast-error.tsx'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import styles from './owned-list.module.css'

interface ItemDescription {
  name: string
  /** When it was last used. */
  at: string
  badge?: ReactNode
  canEnd: boolean
}

interface OwnedListProps<Item extends { id: string }> {
  title: ReactNode
  failedTitle: ReactNode
  emptyText?: ReactNode
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  describe: (item: Item) => ItemDescription
  endLabel: ReactNode
  /** The accessible name of an item's button. */
  endName: (name: string) => string
  onEnd: (id: string) => Promise<void>
}

/** A list of the person's own items, such as sessions, each of which can be ended. */
export function OwnedList<Item extends { id: string }>(props: OwnedListProps<Item>) {
  const { title, failedTitle, emptyText, query, describe, endLabel, endName, onEnd } = props
  const language = useLanguage()
  const now = new Date(serverTime(useNow(30_000)))
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useMutation({
    mutationFn: onEnd,
    // The pressed button is gone.
    onSuccess: () => heading.current?.focus(),
    onError: toastError,
  })
  // An item that has moved to the next page since is listed once.
  const items = query.data && [
    ...new Map(query.data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ]
  return (
    <section>
      <h3 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h3>
      {query.isPending && <Skeleton height={96} />}
      {query.isError && !items && <Failure title={failedTitle} query={query} />}
      {items?.length === 0 && <p className={styles.quiet}>{emptyText}</p>}
      {items && items.length > 0 && (
        <ItemList>
          {items.map((item) => {
            const { name, at, badge, canEnd } = describe(item)
            return (
              <Item
                key={item.id}
                name={name}
                badge={badge}
                detail={
                  <Trans>
                    Last used{' '}
                    <time dateTime={at} title={formatDateTime(at, language, ownTimeZone())}>
                      {formatAgo(at, now, language)}
                    </time>
                  </Trans>
                }
                actions={
                  canEnd && (
                    <Button
                      size="small"
                      aria-label={endName(name)}
                      busy={end.isPending && end.variables === item.id}
                      onClick={() => end.mutate(item.id)}
                    >
                      {endLabel}
                    </Button>
                  )
                }
              />
            )
          })}
        </ItemList>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}
