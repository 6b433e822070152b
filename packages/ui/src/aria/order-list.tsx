import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { movedIn } from './moved-in.ts'
import styles from './order-list.module.css'
import './own-rules.ts'

export interface OrderedItem {
  id: string
  name: string
  detail?: ReactNode
}

export interface OrderListProps {
  /** The accessible name of the list. */
  label: string
  items: readonly OrderedItem[]
  /** The accessible name of an item's drag handle. */
  handleLabel: (name: string) => string
  /** Called with the ids in their new order. */
  onOrder: (ids: string[]) => void
}

/**
 * A list to reorder by dragging or with the keyboard: Enter on a handle picks an item up, arrows
 * choose its place, Enter drops it and Escape cancels. Each step is announced.
 */
export function OrderList({ label, items, handleLabel, onOrder }: OrderListProps) {
  const ids = items.map(({ id }) => id)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => items.filter(({ id }) => keys.has(id)).map(({ name }) => ({ 'text/plain': name })),
    onReorder: ({ keys, target }) =>
      onOrder(
        movedIn(
          ids,
          new Set([...keys].map(String)),
          String(target.key),
          target.dropPosition === 'before' ? 'before' : 'after',
        ),
      ),
  })
  return (
    <GridList
      aria-label={label}
      className={styles.list!}
      items={items}
      selectionMode="none"
      dragAndDropHooks={dragAndDropHooks}
    >
      {({ id, name, detail }) => (
        <GridListItem id={id} textValue={name} className={styles.item!}>
          <Button slot="drag" className={styles.handle!} aria-label={handleLabel(name)}>
            <svg aria-hidden="true" viewBox="0 0 24 24" width="20" height="20" fill="currentColor">
              <circle cx="9" cy="6" r="1.6" />
              <circle cx="15" cy="6" r="1.6" />
              <circle cx="9" cy="12" r="1.6" />
              <circle cx="15" cy="12" r="1.6" />
              <circle cx="9" cy="18" r="1.6" />
              <circle cx="15" cy="18" r="1.6" />
            </svg>
          </Button>
          <span className={styles.text}>
            <span className={styles.name}>{name}</span>
            {detail && <span className={styles.detail}>{detail}</span>}
          </span>
        </GridListItem>
      )}
    </GridList>
  )
}
