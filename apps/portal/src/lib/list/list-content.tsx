import { Button } from '@gatehouse/ui/core/button'
import { NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { useSelection } from '@gatehouse/ui/list/use-selection.ts'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useProfile } from '../use-session.ts'
import { Failure } from '../failure.tsx'
import { useOpenWindow } from '../open-window.ts'
import { serverNow } from './server-now.ts'
import { hasActions } from './bulk-actions.ts'
import type { BulkBarProps } from './bulk-bar.tsx'
import styles from './list-content.module.css'
import type { ListDeclaration, RowActions } from './list-declaration.ts'
import type { ListDrawerProps } from './list-drawer.tsx'
import type { ListResponse } from './list-query.ts'
import { ListRows } from './list-rows.tsx'
import {
  filtersOf,
  pageCount,
  withoutFilters,
  withPage,
  type ListAddress,
  type ListEndpoint,
  type ListRow,
} from './list-search.ts'
import { defaultSearch, useListSettings } from './list-settings.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { usePrintAll } from './print-all.ts'
import { lazyPart, lazyWindow } from '../lazy-part.tsx'
import { useReturnToRow } from './use-return-to-row.ts'
import { ViewOptions } from './view-options.tsx'
import { useNumber } from '../use-number.ts'
import { Pager } from '@gatehouse/ui/staff/pager'
import { limits } from '@gatehouse/validation/limits'

// Loaded after the rows: nothing is ticked or opened before. The casts keep the type of the rows.
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar') as <E extends ListEndpoint>(
  props: BulkBarProps<E>,
) => ReactNode
const ListDrawer = lazyWindow(() => import('./list-drawer.tsx'), 'ListDrawer') as <E extends ListEndpoint>(
  props: ListDrawerProps<E>,
) => ReactNode

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list was opened before: its filters are deliberate, also where there are none. */
    isListOpened?: boolean
  }
}
const MINUTE = 60_000

export interface ListContentProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** The menu of a row. */
  rowActions?: RowActions<E>
  query: UseQueryResult<ListResponse<E>>
  search: ListAddress
  onSearch: (search: ListAddress, options?: { replace?: boolean }) => void
}

/** A list without the page's head. */
export function ListContent<E extends ListEndpoint>(props: ListContentProps<E>) {
  const { list, rowActions, query, search, onSearch } = props
  const { data: response, error, isPlaceholderData } = query
  const { t } = useLingui()
  const person = useProfile()
  const [settings, setSettings] = useListSettings(list.endpoint.path, person.id)
  const ownNow = useNow(MINUTE)
  const now = response ? serverNow(response.data, response.receivedAt, ownNow) : ownNow
  const total = response?.data.total
  const printing = usePrintAll(list, response?.query ?? search)
  const { row: _row, ...shownSearch } = response?.query ?? search
  const selection = useSelection(JSON.stringify(shownSearch), response?.data.items ?? [], total ?? 0)

  // Rows may disappear while a page is open, and with them the page itself. Then the last page is
  // shown.
  const lastPage = total !== undefined && !isPlaceholderData ? pageCount(total) : undefined
  const page = Number(search['page'] ?? 1)
  const isBeyond = lastPage !== undefined && page > lastPage
  useEffect(() => {
    if (isBeyond) onSearch(withPage(search, lastPage), { replace: true })
  }, [isBeyond, lastPage, search, onSearch])

  // A list opened without filters starts with the person's default view. Cleared filters, or the
  // list's own, stay so, also after Back and a reload.
  const wasOpened = useRouterState({ select: ({ location }) => location.state.isListOpened === true })
  const opening = useRef(defaultSearch(settings))
  const address: ListAddress = useSearch({ strict: false })
  const isBare =
    !wasOpened && [search, address].every((part) => Object.values(part).every((value) => value === undefined))
  useEffect(() => {
    const first = opening.current
    opening.current = undefined
    if (first && isBare) onSearch(first, { replace: true })
  }, [isBare, onSearch])

  const openWindow = useOpenWindow()
  useReturnToRow()

  // Until the rows are known, their space is reserved.
  const hasTicks =
    list.bulk && (!response || hasActions(list.bulk, response.query, response.data.items, person))
  const rows = {
    list,
    rowActions,
    search,
    onSearch,
    now,
    settings,
    onOpen: list.drawer && (({ id }: ListRow<E>) => openWindow({ row: id })),
  }
  return (
    <>
      <ListToolbar
        list={list}
        response={response}
        search={search}
        onSearch={onSearch}
        viewOptions={
          <ViewOptions
            columns={list.columns.map((column) => Object.assign({}, column, { header: t(column.header) }))}
            search={search}
            onSearch={onSearch}
            settings={settings}
            onSettings={setSettings}
            total={total}
            printing={printing}
          />
        }
      />
      {error && !response ? (
        <Failure title={<Trans>The list could not be loaded</Trans>} query={query} />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          {response && total === 0 ? (
            <ListEmpty
              list={list}
              isFiltered={Object.keys(filtersOf(list.endpoint, response.query)).length > 0}
              onClear={() => onSearch(withoutFilters(search))}
            />
          ) : (
            <div className={printing.rows && styles.screen}>
              <ListRows {...rows} response={response} selection={hasTicks ? selection : undefined} />
              {response && (
                <ListPager
                  total={response.data.total}
                  shownPage={Number(response.query['page'] ?? 1)}
                  page={page}
                  onPage={(next) => onSearch(withPage(search, next))}
                />
              )}
            </div>
          )}
        </WaitingContent>
      )}
      {list.bulk && response && (
        <BulkBar list={list} bulk={list.bulk} response={response} selection={selection} person={person} />
      )}
      {printing.rows && response && (
        <div className={styles.paper}>
          <ListRows {...rows} response={response} printedRows={printing.rows} />
        </div>
      )}
      {list.drawer && search['row'] !== undefined && response && (
        <ListDrawer
          key={String(search['row'])}
          list={list}
          rowActions={rowActions}
          rows={response.data.items}
          id={String(search['row'])}
          now={now}
          onClose={() => openWindow({ row: undefined })}
        />
      )}
    </>
  )
}

interface ListEmptyProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  isFiltered: boolean
  onClear: () => void
}

/** In place of the rows: there are none yet, or none matches the filters. */
function ListEmpty<E extends ListEndpoint>({ list, isFiltered, onClear }: ListEmptyProps<E>) {
  const { t } = useLingui()
  if (!isFiltered)
    return <EmptyState title={t(list.empty.title)}>{list.empty.text && t(list.empty.text)}</EmptyState>
  return (
    <EmptyState
      drawing={<NoMatchDrawing />}
      title={t(list.noMatch.title)}
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      {t(list.noMatch.text)}
    </EmptyState>
  )
}

interface ListPagerProps {
  total: number
  /** The page of the visible rows. */
  shownPage: number
  /** The last requested page. */
  page: number
  onPage: (page: number) => void
}

/**
 * The range of the visible rows, and the links to other pages, relative to the last requested page.
 */
function ListPager({ total, shownPage, page: askedPage, onPage }: ListPagerProps) {
  const { t } = useLingui()
  const number = useNumber()
  const shown = Math.min(shownPage, pageCount(total))
  const page = Math.min(askedPage, pageCount(total))
  const from = number((shown - 1) * limits.list.perPage + 1)
  const to = number(Math.min(shown * limits.list.perPage, total))
  const all = number(total)
  const turnTo = (next: number) => {
    onPage(next)
    window.scrollTo({ top: 0 })
  }
  return (
    <Pager
      label={t`Pages`}
      summary={
        <Trans>
          {from}–{to} of {all}
        </Trans>
      }
      previousLabel={t`Previous page`}
      nextLabel={t`Next page`}
      onPrevious={page > 1 ? () => turnTo(page - 1) : undefined}
      onNext={page < pageCount(total) ? () => turnTo(page + 1) : undefined}
    />
  )
}
