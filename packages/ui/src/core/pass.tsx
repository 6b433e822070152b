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
  name: string
  venue: string
  /** In large figures; wrap it in `<time>` where the moment is known. */
  time: ReactNode
  timeLabel: ReactNode
  /** Beside the time in small, such as the date. */
  timeDetail?: ReactNode
  /** The present time to the second. With it the drawing moves slowly: a screenshot of a pass does neither. */
  now?: { label: ReactNode; time: ReactNode } | undefined
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
              {/* A name in another direction of writing stays on the side of the others. */}
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

/** A name of three lines or more is set smaller, so that the pass stays a card. */
function isLong(text: string): boolean {
  return text.length > 36
}
