import { Facts } from '@gatehouse/ui/staff/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { useMayReadLog } from '../audit-log/use-may-read-log.ts'
import { laterPart } from '../language.ts'
import type { ListDeclaration } from './list-declaration.ts'
import { rowName } from './list-rows.tsx'
import type { ListEndpoint, ListRow } from './list-search.ts'
import { lazyPart, lazyWindow } from '../lazy-part.tsx'

interface DrawerWindowProps {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** Fetched with the first row that is opened. */
const DrawerWindow = lazyWindow(async () => {
  const { Modal, ModalBody } = await import('@gatehouse/ui/aria/modal')
  return ({ children, ...window }: DrawerWindowProps) => (
    <Modal {...window} isOpen shape="drawer" isDismissable>
      <ModalBody>{children}</ModalBody>
    </Modal>
  )
})

/** Fetched with the first row whose history is shown. */
const DrawerHistory = lazyPart(
  async () => (await laterPart(import('../audit-log/row-history.tsx'), 'audit-log')).DrawerHistory,
)

export interface ListDrawerProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** Undefined where the row is not on the page that the address names. */
  row: ListRow<E> | undefined
  now: number
  onClose: () => void
}

/** The details of a row, beside the list. */
export function ListDrawer<E extends ListEndpoint>({ list, row, now, onClose }: ListDrawerProps<E>) {
  const { t } = useLingui()
  const mayReadLog = useMayReadLog()
  const details = () => {
    if (!row) return <Trans>Nothing found</Trans>
    if (typeof list.drawer === 'function') return list.drawer(row, { now })
    const facts = list.columns
      .filter(({ onPhone }) => onPhone !== 'title')
      .map(({ header, cell, value }) => ({
        label: t(header),
        value: value?.(row) === null ? '–' : cell(row, { now }),
      }))
    return <Facts facts={facts} />
  }
  return (
    <Suspense>
      <DrawerWindow title={row ? rowName(list, row) : t(list.title)} closeLabel={t`Close`} onClose={onClose}>
        {details()}
        {list.hasHistory && row && mayReadLog && <DrawerHistory id={row.id} />}
      </DrawerWindow>
    </Suspense>
  )
}
