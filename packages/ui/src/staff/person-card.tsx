import { useId, type ReactNode } from 'react'
import { TickIcon } from '../core/icons.tsx'
import styles from './person-card.module.css'

declare module 'react' {
  interface CSSProperties {
    /** How many letters the longest word of a name has. */
    '--letters'?: number
  }
}

export interface PersonCardProps {
  /** Last names may stand out as `<b>`. */
  name: ReactNode
  /** The name as a plain text. A long word of it is set smaller and has the whole width, so that it stands on one line. */
  plainName?: string | undefined
  /** An `Avatar` of 64 pixels, or what becomes one. */
  picture: ReactNode
  /** One line: role and employee number. */
  detail?: ReactNode
  /** A second, quieter line: when they came, and with how many. */
  aside?: ReactNode
  /** A link that dials; it stays a target of its own on the card. Without `href` the number is masked and only shown. */
  phone?: { href?: string | undefined; label: ReactNode } | undefined
  /** Beside the phone: an extension. */
  phoneAside?: ReactNode
  isTicked?: boolean | undefined
  /** The whole card is the target; without it the card only shows. */
  onTick?: ((ticked: boolean) => void) | undefined
  /** Which cards shine: the ticked ones in a roll call, those still missing in a muster. */
  highlight?: 'ticked' | 'missing' | undefined
}

/** Words of more letters do not stand on one line beside the picture and the tick. */
const LONG = 12

/** A person on the board, to be read from across the room. Stands in a `PersonList`. */
export function PersonCard(props: PersonCardProps) {
  const {
    name,
    plainName = '',
    picture,
    detail,
    aside,
    phone,
    phoneAside,
    isTicked = false,
    onTick,
    highlight = 'ticked',
  } = props
  const id = useId()
  const letters = Math.max(...plainName.split(/[\s-]/).map((word) => word.replace(/\p{M}/gu, '').length))
  return (
    <li
      className={styles.card}
      data-ticked={onTick && isTicked}
      data-highlight={highlight}
      data-long={letters > LONG || undefined}
      style={letters > LONG ? { '--letters': letters } : undefined}
    >
      {picture}
      <div className={styles.text}>
        {onTick ? (
          <>
            <input
              type="checkbox"
              id={id}
              className={styles.tick}
              checked={isTicked}
              aria-describedby={`${id}-detail`}
              onChange={(event) => onTick(event.target.checked)}
            />
            <label htmlFor={id} className={styles.name}>
              {name}
            </label>
          </>
        ) : (
          <p className={styles.name}>{name}</p>
        )}
        <div id={`${id}-detail`} className={styles.details}>
          {detail && <p className={styles.detail}>{detail}</p>}
          {aside && <p className={styles.aside}>{aside}</p>}
        </div>
        {(phone || phoneAside) && (
          <p className={styles.phone}>
            {phone?.href === undefined ? (
              phone?.label
            ) : (
              <a href={phone.href} className={styles.call}>
                {phone.label}
              </a>
            )}
            {phoneAside && <span>{phoneAside}</span>}
          </p>
        )}
      </div>
      {onTick && (
        <span className={styles.mark} aria-hidden="true">
          <TickIcon size={34} />
        </span>
      )}
    </li>
  )
}

/** The cards of people in columns, as many as fit. */
export function PersonList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** Cards without people, while the first response is awaited; the caller says so. */
export function PersonListSkeleton({ cards }: { cards: number }) {
  return (
    <ul className={styles.list} aria-hidden="true">
      {Array.from({ length: cards }, (_, at) => (
        <li key={at} className={styles.empty} />
      ))}
    </ul>
  )
}
