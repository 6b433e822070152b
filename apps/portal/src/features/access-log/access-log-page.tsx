import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatClock, formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import type { ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useDensity } from '@gatehouse/ui/staff/density.ts'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { listAccessLogEndpoint, type LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { useProfile, useOfAllClients } from '../../lib/use-session.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { Failure } from '../../lib/failure.tsx'
import { CursorPages } from '../../lib/list/cursor-list.tsx'
import { type ListSettings, useListSettings } from '../../lib/list/list-settings.ts'
import { ColumnOptions } from '../../lib/list/view-options.tsx'
import { useWatchedSites } from '../../lib/watch-sites.ts'
import { useLogColumns } from './log-columns.tsx'
import type { LogEditor, OpenedEntry } from './log-drawer.tsx'
import { LogFilters } from './log-filters.tsx'
import { isRangeTooLong, useLogRefusal } from './log-refusal.ts'
import { filtersOf, isMoment, isReversed, type LogSearch } from './log-search.ts'
import { type LogPage, logQuery, newEntriesQuery, renewLog, renewNewEntries } from './queries.ts'
import styles from './access-log-page.module.css'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const LogDrawer = lazyWindow(() => import('./log-drawer.tsx'), 'LogDrawer')

interface AccessLogPageProps {
  search: LogSearch
  onSearch: (search: LogSearch, replace?: boolean) => void
  /** Opens the window that bans the person of a record. */
  onBan: (subject: BanSubject) => void
  /** Further actions. */
  more?: ReactNode
}

/** Sign-ins, departures and refusals, latest first. */
export function AccessLogPage({ search, onSearch, onBan, more }: AccessLogPageProps) {
  const { t } = useLingui()
  const hasClient = !useOfAllClients()
  const isAsked = hasClient && !isReversed(search)
  const query = useQuery({ ...logQuery(search), enabled: isAsked })
  const page = query.data
  const person = useProfile()
  const [settings, setSettings] = useListSettings(listAccessLogEndpoint.path, person.id)
  const columns = useLogColumns()
  const { site } = search
  useWatchedSites(site, renewNewEntries, hasClient)
  return (
    <>
      <PageHead
        title={t`Access Logs`}
        waitingText={query.isPlaceholderData && <Trans>Loading…</Trans>}
        description={page && <LogScope page={page} search={search} />}
        more={hasClient && more}
      />
      {hasClient ? (
        <>
          <LogFilters
            search={search}
            onSearch={onSearch}
            page={page}
            view={<ColumnOptions columns={columns} settings={settings} onSettings={setSettings} />}
          />
          <LogContent search={search} onSearch={onSearch} onBan={onBan} query={query} settings={settings} />
        </>
      ) : (
        <EmptyState title={t`Choose a client`}>
          <Trans>The log covers one client. Choose it in the side bar.</Trans>
        </EmptyState>
      )}
    </>
  )
}

/**
 * The zone that decides where a day starts, and the range as moments where it has no whole days.
 */
function LogScope({ page, search }: { page: LogPage; search: LogSearch }) {
  const language = useLanguage()
  const zone = timeZoneOf(page.time_zone)
  const time = formatClock(page.as_of, language, zone)
  const [from, to] = [page.from, page.to].map((end) => formatDateTime(end, language, zone))
  return (
    <>
      {search.site === undefined ? (
        <Trans>Days use the client’s time zone, times use each site’s. As of {time}.</Trans>
      ) : (
        <Trans>Days use the site’s time zone. As of {time}.</Trans>
      )}
      {(isMoment(search.from) || isMoment(search.to)) && (
        <span>
          {' '}
          <Trans>
            From {from} to {to}.
          </Trans>
        </span>
      )}
    </>
  )
}

interface LogContentProps extends Pick<AccessLogPageProps, 'onBan'> {
  search: LogSearch
  onSearch: (search: LogSearch, replace?: boolean) => void
  query: ReturnType<typeof useQuery<LogPage>>
  settings: ListSettings
}

function LogContent({ search, onSearch, onBan, query, settings }: LogContentProps) {
  const { t } = useLingui()
  const density = useDensity()
  const columns = useLogColumns().map((column) =>
    settings.pinnedColumns.includes(column.id) ? pinned(column) : column,
  )
  const reasonOf = useLogRefusal()
  const { data: page, error, isPlaceholderData } = query
  const turnTo = (cursor: string | undefined) => {
    const { row: _row, cursor: _cursor, ...kept } = search
    onSearch(cursor === undefined ? kept : { ...kept, cursor })
    window.scrollTo({ top: 0 })
  }
  if (isReversed(search))
    return <EmptyState title={t`The last day is before the first.`}>{t`Choose other days.`}</EmptyState>
  const opened = page && !isPlaceholderData ? entryOf(page, search.row) : undefined
  if (isRangeTooLong(error))
    return (
      <div role="alert">
        <EmptyState title={t`This range is too long`}>{reasonOf(error)}</EmptyState>
      </div>
    )
  if (error && !page) return <Failure title={<Trans>The log could not be loaded</Trans>} query={query} />
  return (
    <>
      {page && search.cursor === undefined && <NewEntries search={search} page={page} />}
      <WaitingContent isWaiting={isPlaceholderData}>
        {page?.items.length === 0 ? (
          <EmptyLog search={search} onSearch={onSearch} hasMore={page.next !== null} />
        ) : (
          <ListTable
            caption={t`Access Logs`}
            density={density}
            rows={page?.items}
            onOpen={({ id }) => onSearch({ ...search, row: id })}
            columns={columns}
            hiddenColumns={new Set(settings.hiddenColumns)}
          />
        )}
      </WaitingContent>
      {page && (
        <CursorPages
          cursor={search.cursor}
          newer={page.has_newer ? page.previous : null}
          older={page.next}
          onCursor={turnTo}
        />
      )}
      {opened && (
        <LogDrawer
          entry={opened}
          editor={isEditor(search.edit) ? search.edit : undefined}
          onEdit={(edit) => onSearch(withEditor(search, edit), true)}
          onBan={onBan}
          onClose={() => onSearch(withoutRow(search), true)}
        />
      )}
    </>
  )
}

/** A column that stays, also on a phone. */
const pinned = (column: ListColumn<LogEntry>): ListColumn<LogEntry> => ({
  ...column,
  isPinned: true,
  onPhone: column.onPhone === 'hidden' ? 'labelled' : column.onPhone,
})

/**
 * The entry of a row. One that is not on the page, such as a link's, is a sign-in or a departure:
 * its id names the record.
 */
function entryOf({ items }: LogPage, row: string | undefined): OpenedEntry | undefined {
  if (row === undefined) return undefined
  return (
    items.find(({ id }) => id === row) ?? {
      record_id: row.replace(/\.(?:assumed_)?left$/, ''),
      person: undefined,
    }
  )
}

const isEditor = (edit: string | undefined): edit is LogEditor => edit === 'check-out' || edit === 'correct'

function withEditor({ edit: _edit, ...search }: LogSearch, editor: LogEditor | undefined): LogSearch {
  return editor ? { ...search, edit: editor } : search
}

function withoutRow({ row: _row, edit: _edit, ...search }: LogSearch): LogSearch {
  return search
}

/** New entries don't push away the ones being read. */
function NewEntries({ search, page }: { search: LogSearch; page: LogPage }) {
  const { data } = useQuery(newEntriesQuery(search, page))
  const count = data?.count ?? 0
  return (
    <div className={styles.new} role="status">
      {count > 0 && (
        <Button size="small" onClick={() => void renewLog()}>
          {data?.hasMore ? (
            <Trans>More than {count} new</Trans>
          ) : (
            <Plural value={count} one="# new" other="# new" />
          )}
        </Button>
      )}
    </div>
  )
}

interface EmptyLogProps extends Pick<LogContentProps, 'search' | 'onSearch'> {
  /** The server has not searched all of the range. */
  hasMore: boolean
}

function EmptyLog({ search, onSearch, hasMore }: EmptyLogProps) {
  const { t } = useLingui()
  if (hasMore)
    return (
      <EmptyState drawing={<NoMatchDrawing />} title={t`Nothing found so far`}>
        <Trans>Older entries have not been searched yet.</Trans>
      </EmptyState>
    )
  if (Object.keys(filtersOf(search)).length === 0)
    return (
      <EmptyState title={t`No visits today`}>
        <Trans>Sign-ins and sign-outs appear here live. Use the date filter for earlier days.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      drawing={<NoMatchDrawing />}
      title={t`No matches in the log`}
      action={
        <Button onClick={() => onSearch({})}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Try other days, or fewer filters.</Trans>
    </EmptyState>
  )
}
