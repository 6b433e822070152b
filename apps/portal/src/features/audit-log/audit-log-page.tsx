import type { AuditKind } from '@gatehouse/validation/audit-actions'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useDensity } from '@gatehouse/ui/staff/density.ts'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { auditCursor, type AuditEntry, listAuditLogEndpoint } from '@gatehouse/validation/endpoints/audit-log'
import { listRecipientPeopleEndpoint } from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import type { AnySearch } from '../../lib/list/any-search.ts'
import { CursorPages } from '../../lib/list/cursor-pages.tsx'
import { OneOfFewFilter, SearchedFilter } from '../../lib/list/list-filters.tsx'
import { Moment } from '../../lib/moment.tsx'
import { usePageBack } from '../../lib/page-stack.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { kindLabels } from '../../lib/audit-log/action-labels.ts'
import { Actor, useActionLabel, useTargetName } from '../../lib/audit-log/audit-words.tsx'
import { useMayReadLog } from '../../lib/audit-log/use-may-read-log.ts'
import styles from './audit-log-page.module.css'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const AuditDrawer = lazyWindow(() => import('./audit-drawer.tsx'), 'AuditDrawer')

/** What the page writes into its address. */
interface AuditLogSearch {
  kind?: AuditKind | undefined
  /** The id of who did it. */
  actor?: string | undefined
  /** Local days, as `2026-11-22`; both are within. */
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  /** The entry whose details are open. */
  row?: string | undefined
}

interface AuditLogPageProps {
  /** What the address says. */
  address: AnySearch
  onSearch: (search: AuditLogSearch, replace?: boolean) => void
}

/** Who has done what, and when, the latest first. */
export function AuditLogPage({ address, onSearch }: AuditLogPageProps) {
  const search = useMemo(() => readSearch(address), [address])
  const { t } = useLingui()
  const label = useActionLabel()
  const targetName = useTargetName()
  const density = useDensity()
  const mayReadLog = useMayReadLog()
  const filters = queryOf(search)
  const { data, isPlaceholderData, ...query } = useQuery({
    queryKey: [listAuditLogEndpoint.path, filters],
    queryFn: ({ signal }) => api.call(listAuditLogEndpoint, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    enabled: mayReadLog,
  })
  const opened = data?.items.find(({ id }) => id === search.row)
  const isFiltered = Object.keys(filters).length > 0
  const title = t`Audit log`
  useTitle(title)
  const filter = (changed: AuditLogSearch) =>
    onSearch({ ...search, ...changed, cursor: undefined, row: undefined })
  return (
    <>
      <PageHeader
        title={title}
        back={usePageBack()}
        waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        description={
          <Trans>Everything that was changed, by whom and when. Times are those of this device.</Trans>
        }
      />
      <div className={styles.filters} role="search" aria-label={t`Filters`}>
        <OneOfFewFilter
          label={t`Kind`}
          value={search.kind}
          options={Object.entries(kindLabels).map(([value, text]) => ({ value, label: t(text) }))}
          onChange={(kind) => filter({ kind: isKind(kind) ? kind : undefined })}
        />
        {mayReadLog && (
          <SearchedFilter
            label={t`Who`}
            value={search.actor}
            endpoint={listRecipientPeopleEndpoint}
            known={knownActor(data?.items, search.actor)}
            onChange={(actor) => filter({ actor })}
          />
        )}
        <Field label={t`From`} id="audit-from">
          <TextInput
            type="date"
            value={search.from ?? ''}
            max={search.to}
            onChange={({ target }) => filter({ from: target.value || undefined })}
          />
        </Field>
        <Field label={t`To`} id="audit-to">
          <TextInput
            type="date"
            value={search.to ?? ''}
            min={search.from}
            onChange={({ target }) => filter({ to: target.value || undefined })}
          />
        </Field>
      </div>
      {!mayReadLog ? (
        <EmptyState title={t`Choose a client`}>
          <Trans>The log is that of one client. Choose it in the side bar.</Trans>
        </EmptyState>
      ) : query.error && !data ? (
        <Failure title={<Trans>The list could not be loaded</Trans>} query={query} />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          {data?.items.length === 0 ? (
            isFiltered ? (
              <EmptyState
                drawing={<NoMatchDrawing />}
                title={t`Nothing was recorded`}
                action={
                  <Button onClick={() => onSearch({})}>
                    <Trans>Clear filters</Trans>
                  </Button>
                }
              >
                <Trans>Try other days, another kind or somebody else.</Trans>
              </EmptyState>
            ) : (
              <EmptyState title={t`Nothing was recorded`}>
                <Trans>What anybody changes from now on stands here.</Trans>
              </EmptyState>
            )
          ) : (
            <ListTable
              caption={title}
              density={density}
              sort={undefined}
              onSort={() => {}}
              rows={data?.items}
              onOpen={({ id }) => onSearch({ ...search, row: id })}
              columns={[
                {
                  id: 'what',
                  header: t`What`,
                  cell: ({ action }) => label(action),
                  value: ({ action }) => label(action),
                  onPhone: 'title',
                },
                {
                  id: 'target',
                  header: t`Of`,
                  cell: ({ target }) => targetName(target),
                  value: ({ target }) => targetName(target),
                  onPhone: 'line',
                  priority: 2,
                },
                {
                  id: 'who',
                  header: t`Who`,
                  cell: ({ actor }) => <Actor actor={actor} />,
                  onPhone: 'line',
                },
                {
                  id: 'when',
                  header: t`When`,
                  cell: ({ at }) => <Moment at={at} />,
                  onPhone: 'line',
                },
              ]}
            />
          )}
        </WaitingContent>
      )}
      <CursorPages
        cursor={search.cursor}
        older={data?.next}
        isBusy={query.isFetching}
        onTurn={(cursor) => onSearch({ ...search, cursor, row: undefined })}
      />
      {opened && (
        <Suspense>
          <AuditDrawer
            entry={opened}
            onActor={(actor) => onSearch({ actor })}
            onClose={() => onSearch({ ...search, row: undefined }, true)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whoever is not among the options any more is named by the entries. */
function knownActor(items: readonly AuditEntry[] | undefined, id: string | undefined) {
  const name = items?.find(({ actor }) => actor.id === id)?.actor.name
  return id !== undefined && name ? { id, name } : undefined
}

function isKind(text: string | undefined): text is AuditKind {
  return text !== undefined && Object.hasOwn(kindLabels, text)
}

/** What is no kind, no id, no day and no cursor in the address is left out. */
function readSearch({ kind, actor, from, to, cursor, row }: AnySearch): AuditLogSearch {
  const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))
  const dayOf = (value: string | number | undefined) =>
    typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
      ? value
      : undefined
  const idOf = (value: string | number | undefined) =>
    typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined
  const text = textOf(kind)
  return {
    kind: isKind(text) ? text : undefined,
    actor: idOf(actor),
    from: dayOf(from),
    to: dayOf(to),
    cursor: auditCursor.test(String(cursor)) ? textOf(cursor) : undefined,
    row: textOf(row),
  }
}

/** Days begin and end by the clock of this device. */
function queryOf({ kind, actor, from, to, cursor }: AuditLogSearch) {
  const startOf = (day: string, later = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + later).toISOString()
  }
  return {
    ...(kind && { kind }),
    ...(actor && { actor }),
    ...(cursor && { cursor }),
    ...(from && { from: startOf(from) }),
    ...(to && { to: startOf(to, 1) }),
  }
}
