import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { BanDrawing, DepartedDrawing, HighDrawing, LowDrawing, SuccessDrawing } from './outcome-drawings.tsx'
import styles from './pass.module.css'

const drawings = {
  success: SuccessDrawing,
  departed: DepartedDrawing,
  low: LowDrawing,
  high: HighDrawing,
  banned: BanDrawing,
}

export type Outcome = keyof typeof drawings

export interface PassProps {
  outcome: Outcome
  /** The word of the outcome; the heading of the page. */
  word: ReactNode
  name: ReactNode
  venue: ReactNode
  /** In large figures; wrap it in `<time>` where the moment is known. */
  time: ReactNode
  timeLabel: ReactNode
  /** Beside the time in small, such as the date. */
  timeDetail?: ReactNode
  /** Further facts on the pass, such as the temperature. */
  facts?: readonly { label: ReactNode; value: ReactNode }[]
  /** The message and what to do next, below the pass. */
  children?: ReactNode
}

/** The outcome of a sign-in or sign-out, to be shown to a guard. Drawing and frame differ, so colour may fail. */
export function Pass({
  outcome,
  word,
  name,
  venue,
  time,
  timeLabel,
  timeDetail,
  facts,
  children,
}: PassProps) {
  const Picture = drawings[outcome]
  return (
    <article className={styles.pass}>
      <div className={classes(styles.frame, styles[outcome])}>
        <div className={styles.field}>
          <div className={styles.top}>
            <Picture />
            <h1 className={styles.word}>{word}</h1>
            <p className={styles.name}>{name}</p>
            <p className={styles.venue}>{venue}</p>
          </div>
          <dl className={styles.bottom}>
            <div>
              <dt>{timeLabel}</dt>
              <dd className={styles.time}>{time}</dd>
              {timeDetail && <dd className={styles.detail}>{timeDetail}</dd>}
            </div>
            {facts?.map((fact, at) => (
              <div key={at}>
                <dt>{fact.label}</dt>
                <dd className={styles.fact}>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </article>
  )
}
