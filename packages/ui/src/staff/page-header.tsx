import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { WaitingText } from '../core/waiting-text.tsx'
import { BackIcon } from './shell-icons.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** Beside the title: a badge, a count. */
  meta?: ReactNode
  /** Text while the content below is being replaced; shown after 300 ms. */
  waitingText?: ReactNode
  /** One line below the title. */
  description?: ReactNode
  /** The page's one primary action. */
  action?: ReactNode
  /** Secondary actions, before the primary one. */
  more?: ReactNode
  /** The link back. `render` renders the element: `(face) => <Link to=".." {...face} />`. */
  back?:
    | { label: ReactNode; render: (face: { className: string; children: ReactNode }) => ReactNode }
    | undefined
}

/** The head of a page: link back, title and actions. */
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
