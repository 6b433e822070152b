import { useId, useState, type ReactNode } from 'react'
import { Button } from '../core/button.tsx'
import { FilterIcon } from '../staff/shell-icons.tsx'
import styles from './filter-bar.module.css'

export interface FilterBarProps {
  /** The accessible name of the filters. */
  label: string
  search: ReactNode
  /** The label of the button that opens the filters on a phone, such as "Filters (2)". */
  toggleLabel: ReactNode
  filters: ReactNode
  /** On the other side: clear, columns, density. */
  end?: ReactNode
}

/** The search and filters of a list in a row. On a phone the filters fold into one button. */
export function FilterBar({ label, search, toggleLabel, filters, end }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      {search}
      <div className={styles.toggle}>
        <Button
          icon={<FilterIcon size={18} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {toggleLabel}
        </Button>
      </div>
      <div id={id} className={styles.panel} data-open={isOpen || undefined}>
        {filters}
        {end && <div className={styles.end}>{end}</div>}
      </div>
    </div>
  )
}
