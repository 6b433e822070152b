import { drawCell } from '@gatehouse/ui/list/list-column.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMayReadLog } from '../audit-log/use-may-read-log.ts'
import type { ListDeclaration } from './list-declaration.ts'
import { rowName } from './list-rows.tsx'
import type { ListEndpoint, ListRow } from './list-search.ts'
import { lazyPart, lazyWindow } from '../lazy-part.tsx'

/** Loaded with the first row that is opened. */
const DrawerWindow = lazyWindow(() => import('./drawer-window.tsx'), 'DrawerWindow')

/** Loaded with the first row whose history is shown. */
const DrawerHistory = lazyPart(() => import('../audit-log/row-history.tsx'), 'DrawerHistory')

export interface ListDrawerProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** Undefined where the row is not on the current page. */
  row: ListRow<E> | undefined
  now: number
  onClose: () => void
}

/** The details of a row, beside the list. */
export function ListDrawer<E extends ListEndpoint>({ list, row, now, onClose }: ListDrawerProps<E>) {
  const { t } = useLingui()
  const mayReadLog = useMayReadLog()
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
      .filter(({ id, onPhone }) => (isOwn ? id === 'client' : onPhone !== 'title'))
      .map((column) => ({
        label: t(column.header),
        value: column.value?.(row) === null ? '–' : drawCell(column, row, { now }),
      }))
    return (
      <>
        {facts.length > 0 && <Facts facts={facts} />}
        {typeof list.drawer === 'function' && list.drawer(row, { now })}
      </>
    )
  }
  return (
    <DrawerWindow title={row ? rowName(list, row) : t(list.title)} onClose={onClose}>
      {details()}
      {list.hasHistory && row && mayReadLog && <DrawerHistory id={row.id} />}
    </DrawerWindow>
  )
}
