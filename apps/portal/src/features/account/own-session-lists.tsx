import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import {
  type Program,
  forgetDeviceEndpoint,
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  logOutEverywhereEndpoint,
  revokeOwnSessionEndpoint,
} from '@gatehouse/validation/endpoints/own-sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  useInfiniteQuery,
  useMutation,
  type InfiniteData,
  type UseInfiniteQueryResult,
  infiniteQueryOptions,
} from '@tanstack/react-query'
import { toastError } from '../../lib/toast-error.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'
import { serverTime } from '@gatehouse/api-client/server-clock'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { formatAgo } from '@gatehouse/i18n/format/durations'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useRef, type ReactNode } from 'react'
import { Failure } from '../../lib/failure.tsx'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import styles from './own-session-lists.module.css'
import { queryClient } from '@gatehouse/api-client/query-client'
import { api } from '../../lib/api.ts'

/** The user's own sessions, and the devices that need no second factor. */
export function OwnSessionLists() {
  const { t } = useLingui()
  const sessions = useInfiniteQuery(ownSessionsQuery)
  const devices = useInfiniteQuery(rememberedDevicesQuery)
  const nameOf = useProgramName()
  return (
    <>
      <OwnedList
        title={<Trans>Where you are logged in</Trans>}
        failedTitle={<Trans>Your sessions could not be loaded</Trans>}
        query={sessions}
        describe={({ program, last_seen_at, current, authenticated }) => ({
          name: nameOf(program),
          at: last_seen_at,
          badge: current ? (
            <StateBadge kind="good" text={msg`This session`} />
          ) : (
            !authenticated && <StateBadge kind="caution" text={msg`Code not entered yet`} />
          ),
          canEnd: !current,
        })}
        endLabel={<Trans>Log out</Trans>}
        endName={(program) => t`Log out ${program}`}
        onEnd={revokeSession}
      />
      <OwnedList
        title={<Trans>Remembered devices</Trans>}
        failedTitle={<Trans>Your devices could not be loaded</Trans>}
        emptyText={<Trans>Your second step is not remembered on any device.</Trans>}
        query={devices}
        describe={({ program, last_used_at }) => ({
          name: nameOf(program),
          at: last_used_at,
          canEnd: true,
        })}
        endLabel={<Trans>Forget</Trans>}
        endName={(program) => t`Forget ${program}`}
        onEnd={forgetDevice}
      />
    </>
  )
}

/** Asks before all sessions end. */
export function EverywhereQuestion({ onEnded, onKeep }: { onEnded: () => void; onKeep: () => void }) {
  const end = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: onEnded,
    onError: toastError,
  })
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>Log out everywhere?</Trans>}
      action={
        <>
          <Button size="small" onClick={onKeep} autoFocus>
            <Trans>Stay logged in</Trans>
          </Button>{' '}
          <Button size="small" kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            <Trans>Yes, log out everywhere</Trans>
          </Button>
        </>
      }
    >
      <Trans>All sessions end, including this one, and all remembered devices are forgotten.</Trans>
    </Notice>
  )
}

/** The name of a program that signed in, in the language of the page. */
function useProgramName(): (program: Program) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    const program = browser ?? t`Other program`
    return system === null ? program : t`${program} on ${system}`
  }
}

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
function OwnedList<Item extends { id: string }>(props: OwnedListProps<Item>) {
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

const KEY = 'own-sessions'

const pages = {
  initialPageParam: 1,
  getNextPageParam: ({ total }: Page, all: readonly Page[]) =>
    all.flatMap(({ items }) => items).length < total ? all.length + 1 : undefined,
}

interface Page {
  items: readonly object[]
  total: number
}

const ownSessionsQuery = infiniteQueryOptions({
  ...pages,
  queryKey: [KEY, 'sessions'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listOwnSessionsEndpoint, { query: { page: String(pageParam) } }, { signal }),
})

const rememberedDevicesQuery = infiniteQueryOptions({
  ...pages,
  queryKey: [KEY, 'devices'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listRememberedDevicesEndpoint, { query: { page: String(pageParam) } }, { signal }),
})

async function revokeSession(id: string): Promise<void> {
  await api.call(revokeOwnSessionEndpoint, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

async function forgetDevice(id: string): Promise<void> {
  await api.call(forgetDeviceEndpoint, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

const logOutEverywhere = () => api.call(logOutEverywhereEndpoint, {})
