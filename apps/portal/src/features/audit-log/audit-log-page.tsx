import { Button } from '@gatehouse/ui/core/button'
import { PageHead } from '../../lib/page-head.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { Field } from '@gatehouse/ui/core/field'
import { NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { type AuditEntry, listAuditLogEndpoint } from '@gatehouse/validation/endpoints/audit-log'
import { listRecipientPeopleEndpoint } from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CursorList } from '../../lib/list/cursor-list.tsx'
import { OneOfFewFilter, SearchedFilter } from '../../lib/list/list-filters.tsx'
import { Moment } from '../../lib/moment.tsx'
import { kindLabels } from '../../lib/audit-log/action-labels.ts'
import { Actor, useActionLabel, useTargetName } from '../../lib/audit-log/audit-words.tsx'
import { useMayReadLog } from '../../lib/use-session.ts'
import styles from './audit-log-page.module.css'
import { auditKinds, type AuditLogSearch } from './audit-log-search.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const AuditDrawer = lazyWindow(() => import('./audit-drawer.tsx'), 'AuditDrawer')

interface AuditLogPageProps {
  search: AuditLogSearch
  onSearch: (search: AuditLogSearch, replace?: boolean) => void
}

/** Who did what, and when, latest first. */
export function AuditLogPage({ search, onSearch }: AuditLogPageProps) {
  const { t } = useLingui()
  const label = useActionLabel()
  const targetName = useTargetName()
  const mayReadLog = useMayReadLog()
  const query = queryOf(search)
  const entries = useQuery({
    ...endpointQuery(listAuditLogEndpoint, { query }),
    placeholderData: keepPreviousData,
    enabled: mayReadLog,
  })
  const { data, isPlaceholderData } = entries
  const opened = data?.items.find(({ id }) => id === search.row)
  const isFiltered = Object.keys(query).length > 0
  const title = t`Audit log`
  const filter = (changed: AuditLogSearch) =>
    onSearch({ ...search, ...changed, cursor: undefined, row: undefined })
  return (
    <>
      <PageHead
        title={title}
        waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        description={<Trans>Every change, with the user and the time. Times use this device’s zone.</Trans>}
      />
      <div className={styles.filters} role="search" aria-label={t`Filters`}>
        <OneOfFewFilter
          label={t`Kind`}
          value={search.kind}
          options={Object.entries(kindLabels).map(([value, text]) => ({ value, label: t(text) }))}
          onChange={(kind) => filter({ kind: auditKinds.find((one) => one === kind) })}
        />
        {mayReadLog && (
          <SearchedFilter
            label={t`User`}
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
          <Trans>The log covers one client. Choose it in the side bar.</Trans>
        </EmptyState>
      ) : (
        <CursorList
          caption={title}
          query={entries}
          cursor={search.cursor}
          onCursor={(cursor) => onSearch({ ...search, cursor, row: undefined })}
          onOpen={({ id }) => onSearch({ ...search, row: id })}
          empty={
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
                <Trans>Try other days, another kind or another person.</Trans>
              </EmptyState>
            ) : (
              <EmptyState title={t`Nothing was recorded`}>
                <Trans>Changes will appear here.</Trans>
              </EmptyState>
            )
          }
          columns={[
            {
              id: 'what',
              header: t`Action`,
              value: ({ action }) => label(action),
              onPhone: 'title',
            },
            {
              id: 'target',
              header: t`Item`,
              value: ({ target }) => targetName(target),
              priority: 2,
            },
            {
              id: 'who',
              header: t`User`,
              cell: ({ actor }) => <Actor actor={actor} />,
            },
            {
              id: 'when',
              header: t`When`,
              cell: ({ at }) => <Moment at={at} />,
            },
          ]}
        />
      )}
      {opened && (
        <AuditDrawer
          entry={opened}
          onActor={(actor) => onSearch({ actor })}
          onClose={() => onSearch({ ...search, row: undefined }, true)}
        />
      )}
    </>
  )
}

/** A user who is no longer among the options is named by the entries. */
function knownActor(items: readonly AuditEntry[] | undefined, id: string | undefined) {
  const name = items?.find(({ actor }) => actor.id === id)?.actor.name
  return id !== undefined && name ? { id, name } : undefined
}

/** Days start and end by this device's clock. */
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
