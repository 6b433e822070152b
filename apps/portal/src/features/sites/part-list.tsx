import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Question } from '../../lib/forms/question.tsx'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import { Trans } from '@lingui/react/macro'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Pending } from '../../lib/failure.tsx'
import { toastError } from '../../lib/toast-error.tsx'

interface PartListProps<Item extends { id: string; name: string }> {
  query: UseQueryResult<{ items: Item[]; total: number }>
  canManage: boolean
  intro: ReactNode
  failedTitle: ReactNode
  emptyTitle: ReactNode
  emptyText: ReactNode
  addLabel: ReactNode
  detail: (item: Item) => ReactNode
  badge?: (item: Item) => ReactNode
  /** The window of an item, or of a new one. */
  editor: (item: Item | undefined, close: () => void) => ReactNode
  /** Moves an item to a position in the order, from 0. Without it there is no order. */
  move?: (item: Item, position: number) => Promise<unknown>
  remove: (item: Item) => Promise<unknown>
  /** The consequence of deleting an item. */
  removeText: (item: Item) => ReactNode
  /** Why an item can't be deleted; undefined where it can. */
  whyKept?: (item: Item) => ReactNode | undefined
}

/** Named items of a site, which can be added, changed, ordered and deleted. */
export function PartList<Item extends { id: string; name: string }>(props: PartListProps<Item>) {
  const { query, canManage, intro, detail, badge, move, editor } = props
  const [editing, setEditing] = useState<{ item: Item | undefined }>()
  const [removing, setRemoving] = useState<Item>()
  const add = useRef<HTMLDivElement>(null)
  const shift = useMutation({
    mutationFn: ({ item, to }: { item: Item; to: number }) => move?.(item, to) ?? Promise.resolve(),
    onError: toastError,
  })
  const { data } = query
  if (!data) return <Pending title={props.failedTitle} query={query} height={160} />
  const adding = canManage && (
    <div ref={add} tabIndex={-1}>
      <Button onClick={() => setEditing({ item: undefined })}>{props.addLabel}</Button>
    </div>
  )
  const isEmpty = data.items.length === 0
  const kept = removing && props.whyKept?.(removing)
  return (
    <Stack>
      <p>{intro}</p>
      {isEmpty ? (
        <EmptyState title={props.emptyTitle} action={adding}>
          {props.emptyText}
        </EmptyState>
      ) : (
        <ItemList>
          {data.items.map((item, at) => (
            <Item
              key={item.id}
              name={item.name}
              badge={badge?.(item)}
              detail={detail(item)}
              actions={
                canManage && (
                  <>
                    {move && at > 0 && (
                      <PartButton of={item.name} onClick={() => shift.mutate({ item, to: at - 1 })}>
                        <Trans>Up</Trans>
                      </PartButton>
                    )}
                    {move && at < data.items.length - 1 && (
                      <PartButton of={item.name} onClick={() => shift.mutate({ item, to: at + 1 })}>
                        <Trans>Down</Trans>
                      </PartButton>
                    )}
                    <PartButton of={item.name} onClick={() => setEditing({ item })}>
                      <Trans>Edit</Trans>
                    </PartButton>
                    <PartButton of={item.name} onClick={() => setRemoving(item)}>
                      <Trans>Delete</Trans>
                    </PartButton>
                  </>
                )
              }
            />
          ))}
        </ItemList>
      )}
      {!isEmpty && adding}
      {editing && editor(editing.item, () => setEditing(undefined))}
      {removing && kept && (
        <Modal
          isOpen
          onClose={() => setRemoving(undefined)}
          title={<Trans>{removing.name} can’t be deleted</Trans>}
        >
          <ModalBody>{kept}</ModalBody>
          <ModalFooter>
            <Button kind="primary" onClick={() => setRemoving(undefined)}>
              <Trans>Close</Trans>
            </Button>
          </ModalFooter>
        </Modal>
      )}
      {removing && !kept && (
        <Question
          act={() => props.remove(removing)}
          onDone={() => {
            // The pressed button is gone.
            add.current?.focus()
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
          title={<Trans>Delete {removing.name}?</Trans>}
          confirmLabel={<Trans>Delete</Trans>}
          isDanger
        >
          {props.removeText(removing)}
        </Question>
      )}
    </Stack>
  )
}

interface PartButtonProps {
  /** The item's name, for screen readers. */
  of: string
  onClick: () => void
  children: ReactNode
}

function PartButton({ of, onClick, children }: PartButtonProps) {
  return (
    <Button size="small" onClick={onClick}>
      {children}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}
