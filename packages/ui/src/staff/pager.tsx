import type { ReactNode } from 'react'
import styles from './pager.module.css'
import { NextIcon, PreviousIcon } from './shell-icons.tsx'

export interface PagerProps {
  /** The accessible name of the buttons. */
  label: string
  /** Such as "31–60 of 1,240". */
  summary: ReactNode
  previousLabel: string
  nextLabel: string
  /** Missing if there is no such page. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The pagination of a list. */
export function Pager({ label, summary, previousLabel, nextLabel, onPrevious, onNext }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.summary}>{summary}</p>
      <button
        type="button"
        className={styles.button}
        aria-label={previousLabel}
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <PreviousIcon size={20} />
      </button>
      <button
        type="button"
        className={styles.button}
        aria-label={nextLabel}
        disabled={!onNext}
        onClick={onNext}
      >
        <NextIcon size={20} />
      </button>
    </nav>
  )
}
