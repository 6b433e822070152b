import { drawCell } from '@gatehouse/ui/list/list-column.ts'
import { focusRow } from '@gatehouse/ui/list/row-focus.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMayReadLog } from '../use-session.ts'
import type { ListDeclaration, RowActions } from './list-declaration.ts'
import { rowName } from './list-rows.tsx'
import type { ListEndpoint, ListRow } from './list-search.ts'
import { lazyPart, lazyWindow } from '../lazy-part.tsx'
import { RETURN_MS, windowOf } from './use-return-to-row.ts'

/** Loaded with the first row that is opened. */
const Drawer = lazyWindow(() => import('@gatehouse/ui/aria/drawer'), 'Drawer')

/** Loaded with the first row whose history is shown. */
const DrawerHistory = lazyPart(() => import('../audit-log/row-history.tsx'), 'DrawerHistory')

export interface ListDrawerProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** The menu of the row, whose main actions are buttons here. */
  rowActions?: RowActions<E>
  /** The rows of the page. */
  rows: readonly ListRow<E>[]
  /** The opened row, which may be on another page. */
  id: string
  now: number
  onClose: () => void
}

/** The details of a row, beside the list. It closes when its own action removes the row. */
export function ListDrawer<E extends ListEndpoint>({
  list,
  rowActions,
  rows,
  id,
  now,
  onClose,
}: ListDrawerProps<E>) {
  const { t } = useLingui()
  const mayReadLog = useMayReadLog()
  const at = rows.findIndex((one) => one.id === id)
  const row = rows[at]
  const neighbour = row && (rows[at + 1] ?? rows[at - 1])?.id
  const next = useRef(neighbour)
  useEffect(() => {
    if (neighbour !== undefined) next.current = neighbour
  }, [neighbour])
  const [hasActed, setActed] = useState(false)
  const isBelowWindow = windowOf(useSearch({ strict: false })) !== undefined
  // A URL that names both opens the window first: a drawer that opens later would be above it.
  const [isWaiting, setWaiting] = useState(isBelowWindow)
  if (isWaiting && !isBelowWindow) setWaiting(false)
  const isOver = hasActed && !row && !isBelowWindow
  const close = useEffectEvent(() => {
    onClose()
    const { current } = next
    if (current !== undefined) setTimeout(() => focusRow(current), RETURN_MS)
  })
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  const details = () => {
    if (!row)
      return (
        <Stack>
          <p>
            <Trans>It isn’t on this page of the list. It may be gone, or hidden by a filter.</Trans>
          </p>
          <Link to="." search={{}} className={linkClass()}>
            <Trans>Show the whole list</Trans>
          </Link>
        </Stack>
      )
    const isOwn = typeof list.drawer === 'function'
    // Custom content does not name the row's client, where rows of several clients are listed.
    const facts = list.columns
      .filter(({ id: column, onPhone }) => (isOwn ? column === 'client' : onPhone !== 'title'))
      .map((column) => ({
        label: t(column.header),
        value: column.value?.(row) === null ? '–' : drawCell(column, row, { now, t }),
      }))
    return (
      <>
        {facts.length > 0 && <Facts facts={facts} />}
        {typeof list.drawer === 'function' && list.drawer(row, { now, t })}
        {list.belowColumns?.(row)}
      </>
    )
  }
  // A question that is still open keeps its own step back.
  if (isOver || isWaiting) return null
  return (
    <Drawer
      title={row ? rowName(list, row) : t(list.title)}
      onClose={onClose}
      footer={row && rowActions?.(row)}
      onAct={() => setActed(true)}
    >
      {details()}
      {list.hasHistory && row && mayReadLog && <DrawerHistory id={row.id} />}
    </Drawer>
  )
}
