import { Notice } from '@gatehouse/ui/core/notice'
import { PageHead } from '../page-head.tsx'
import { useOpenWindow } from '../open-window.ts'
import { lazyWindow } from '../lazy-part.tsx'
import type { ExportModalProps } from './export-modal.tsx'
import { Button } from '@gatehouse/ui/core/button'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useOfAllClients } from '../use-session.ts'
import { clientOf } from './clients-of-rows.tsx'
import { ListContent } from './list-content.tsx'
import { Moment } from '../moment.tsx'
import type { ListColumn, ListDeclaration, RowActions } from './list-declaration.ts'
import { useListQuery } from './list-query.ts'
import { readListSearch, textOf, type ListEndpoint, type ListRow } from './list-search.ts'

const ExportModal = lazyWindow(() => import('./export-modal.tsx'), 'ExportModal') as <E extends ListEndpoint>(
  props: ExportModalProps<E>,
) => ReactNode

interface ListPageProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** The menu of a row. */
  rowActions?: RowActions<E>
  /** The one primary action of the page. */
  action?: ReactNode
  /**
   * Opens the window `new`, which adds a row of one client: where rows of all clients are listed,
   * the page asks to choose a client first.
   */
  addLabel?: ReactNode
  /**
   * The windows that a URL opens (`?edit=`), by name; `row` is the one for an existing row, by its
   * id.
   */
  windows?: ListWindows | undefined
  /** Secondary actions before it. */
  more?: ReactNode
  /** Shown where the URL opens the window of a new row, and the person may not add one. */
  cannotAdd?: ReactNode
}

type ListWindows = Readonly<Record<string, ((close: () => void, id: string) => ReactNode) | false>>

/** The windows that add rows. */
const addWindows: ReadonlySet<unknown> = new Set(['new', 'import'])

/** The page of a list: its title, filters, rows and pages, by the URL and the reader's settings. */
export function ListPage<E extends ListEndpoint>({
  list: declared,
  rowActions,
  action,
  addLabel,
  windows,
  more,
  cannotAdd,
}: ListPageProps<E>) {
  const { t } = useLingui()
  const router = useRouter()
  const address = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(declared.endpoint, address), [declared, address])
  const query = useListQuery(declared, search)
  const data = query.data?.data
  const ofAllClients = useOfAllClients()
  const needsClient = ofAllClients && Boolean(addLabel)
  const hasClients = ofAllClients && data?.items.some((row) => clientOf(row) !== undefined)
  const list = useMemo(() => {
    const shown = hasClients ? withClients(declared) : declared
    // Without adding, it does not explain how.
    return needsClient ? { ...shown, empty: { title: shown.empty.title } } : shown
  }, [hasClients, needsClient, declared])
  const description = data && list.description?.(data, query.error, query.dataUpdatedAt)
  const title = t(list.title)
  const refusal = cannotAdd || (needsClient && <Trans>Choose a client first</Trans>)
  const openWindow = useOpenWindow()
  const edit = textOf(address['edit'])
  const isRefused = Boolean(refusal) && addWindows.has(edit)
  const named = windows && edit !== undefined && Object.hasOwn(windows, edit) ? edit : 'row'
  const exported = edit === 'export' ? declared.export : undefined
  const draw = edit !== undefined && !isRefused && !exported && windows?.[named]
  return (
    <>
      <PageHead
        title={title}
        waitingText={query.isPlaceholderData && <Trans>Loading…</Trans>}
        action={
          addLabel && !ofAllClients ? (
            <Button kind="primary" onClick={() => openWindow({ edit: 'new' })}>
              {addLabel}
            </Button>
          ) : (
            action
          )
        }
        more={more}
        meta={data && list.count?.(data)}
        description={
          needsClient ? (
            <>
              {description} <Trans>To add one, choose its client in the side bar.</Trans>
            </>
          ) : (
            description
          )
        }
      />
      {isRefused && (
        <Notice kind="caution" title={refusal} live="polite">
          {cannotAdd && <Trans>Ask an administrator to add one.</Trans>}
        </Notice>
      )}
      <ListContent
        list={list}
        rowActions={rowActions}
        query={query}
        search={search}
        onSearch={(changed, { replace = false } = {}) =>
          void router.navigate({
            to: router.state.location.pathname,
            // An account window closes with the URL that opened it.
            search: { ...changed, modal: undefined },
            state: (state) => ({ ...state, isListOpened: true }),
            replace,
            resetScroll: false,
          })
        }
      />
      {draw && <Fragment key={edit}>{draw(() => openWindow({ edit: undefined }), edit)}</Fragment>}
      {exported && (
        <ExportModal list={declared} {...exported} onClose={() => openWindow({ edit: undefined })} />
      )}
    </>
  )
}

/**
 * The list for rows of several clients, with a client column. Actions for rows of one client are
 * left out.
 */
function withClients<E extends ListEndpoint>(list: ListDeclaration<E>): ListDeclaration<E> {
  const title = list.columns.findIndex(({ onPhone }) => onPhone === 'title')
  const client: ListColumn<E> = {
    id: 'client',
    header: msg`Client`,
    value: (row) => clientOf(row) ?? null,
  }
  const actions = list.bulk?.actions.filter(({ isOfOneClient }) => !isOfOneClient)
  return {
    ...list,
    columns: list.columns.toSpliced(title + 1, 0, client),
    bulk: list.bulk && { ...list.bulk, actions: actions ?? [] },
  }
}

/** A column of times, in the zone of the row where it has one. */
export function timeColumn<E extends ListEndpoint>({
  at,
  zone,
  none,
  ...column
}: Omit<ListColumn<E>, 'cell' | 'value'> & {
  at: (row: ListRow<E>) => string | null
  zone?: (row: ListRow<E>) => string
  /** Shown where there is none. */
  none?: ReactNode
}): ListColumn<E> {
  return {
    ...column,
    sortKind: 'time',
    cell: (row) => <Moment at={at(row)} zone={zone?.(row)} none={none} />,
    ...(none === undefined && { value: at }),
  }
}
