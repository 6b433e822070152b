import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { WaitingText } from '../core/waiting-text.tsx'
import { BackIcon } from './shell-icons.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** Beside the title: a badge, a count. */
  meta?: ReactNode
  /** Says that what stands below is about to be replaced; shown after 300 ms. */
  waitingText?: ReactNode
  /** One line below the title. */
  description?: ReactNode
  /** The one primary action of the page. */
  action?: ReactNode
  /** Other things to do, quieter, before the action. */
  more?: ReactNode
  /** Where one came from. `render` draws the element: `(face) => <Link to=".." {...face} />`. */
  back?:
    | { label: ReactNode; render: (face: { className: string; children: ReactNode }) => ReactNode }
    | undefined
}

/** The head of a page: way back, title, and what there is to do. */
export function PageHeader({ title, meta, waitingText, description, action, more, back }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.text}>
        {back?.render({
          className: styles.back!,
          children: (
            <>
              <BackIcon size={16} />
              {back.label}
            </>
          ),
        })}
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {meta}
          {waitingText && (
            <div className={styles.waiting}>
              <WaitingText>{waitingText}</WaitingText>
            </div>
          )}
        </div>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {(action || more) && (
        <div className={styles.actions}>
          {more}
          {action}
        </div>
      )}
    </div>
  )
}
