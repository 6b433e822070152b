import type { ReactNode } from 'react'
import { TickIcon } from '../core/icons.tsx'
import { Avatar } from './avatar.tsx'
import styles from './person-card.module.css'

export interface PersonCardProps {
  name: string
  photo?: string | undefined
  /** One line: role and employee number, or when they came. */
  detail?: ReactNode
  /** A second, quieter line, such as the time. */
  aside?: ReactNode
  /** A link that dials; it stays a target of its own on the card. */
  phone?: { href: string; label: ReactNode } | undefined
  isTicked?: boolean | undefined
  /** The whole card is the target; without it the card only shows. */
  onTick?: ((ticked: boolean) => void) | undefined
  /** Which cards shine: the ticked ones in a roll call, those still missing in a muster. */
  shines?: 'ticked' | 'missing' | undefined
}

/** A person on the board, to be read from across the room. */
export function PersonCard(props: PersonCardProps) {
  const { name, photo, detail, aside, phone, isTicked = false, onTick, shines = 'ticked' } = props
  return (
    <article className={styles.card} data-ticked={(onTick && isTicked) || undefined} data-shines={shines}>
      <Avatar name={name} src={photo} size={64} />
      <div className={styles.words}>
        {onTick ? (
          <button
            type="button"
            className={styles.name}
            aria-pressed={isTicked}
            onClick={() => onTick(!isTicked)}
          >
            {name}
          </button>
        ) : (
          <p className={styles.name}>{name}</p>
        )}
        {detail && <p className={styles.detail}>{detail}</p>}
        {(aside || phone) && (
          <p className={styles.aside}>
            {aside && <span>{aside}</span>}
            {phone && (
              <a className={styles.phone} href={phone.href}>
                {phone.label}
              </a>
            )}
          </p>
        )}
      </div>
      {onTick && (
        <span className={styles.tick} aria-hidden="true">
          {isTicked && <TickIcon size={36} />}
        </span>
      )}
    </article>
  )
}

/** The cards of the board in columns, as many as fit. */
export function PeopleGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.grid} aria-label={label}>
      {children}
    </section>
  )
}
