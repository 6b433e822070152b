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
  /** The word for the outcome; the heading of the page. */
  word: ReactNode
  name: string
  venue: string
  /** In large digits; wrap it in `<time>` if the exact moment is known. */
  time: ReactNode
  timeLabel: ReactNode
  /** Small text beside the time, such as the date. */
  timeDetail?: ReactNode
  /**
   * The current time with seconds. With it the drawing moves slowly; on a screenshot neither moves.
   */
  now?: { label: ReactNode; time: ReactNode } | undefined
  /** Further facts on the pass, such as the temperature. */
  facts?: readonly { label: ReactNode; value: ReactNode }[]
  /** The message and what to do next, below the pass. */
  children?: ReactNode
}

/**
 * The outcome of a sign-in or sign-out, to show to a guard. Outcomes differ in drawing and frame,
 * not only in colour.
 */
export function Pass({
  outcome,
  word,
  name,
  venue,
  time,
  timeLabel,
  timeDetail,
  now,
  facts,
  children,
}: PassProps) {
  const Picture = drawings[outcome]
  return (
    <article className={styles.pass}>
      <div className={classes(styles.frame, styles[outcome])}>
        <div className={styles.field}>
          <div className={styles.top}>
            <div className={classes(styles.head, now && styles.live)}>
              <Picture />
              {now && (
                <p className={styles.now}>
                  <span className={styles.nowLabel}>{now.label}</span> <span translate="no">{now.time}</span>
                </p>
              )}
            </div>
            <h1 className={styles.word}>{word}</h1>
            <p className={classes(styles.name, isLong(name) && styles.long)}>
              {/* A name in a script of the other direction is aligned like all others. */}
              <bdi>{name}</bdi>
            </p>
            <p className={classes(styles.venue, isLong(venue) && styles.long)}>{venue}</p>
          </div>
          <dl className={styles.bottom}>
            <div>
              <dt>{timeLabel}</dt>
              <dd className={styles.time} translate="no">
                {time}
              </dd>
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

/** A name of three lines or more is smaller, so that the pass stays a card. */
function isLong(text: string): boolean {
  return text.length > 36
}
