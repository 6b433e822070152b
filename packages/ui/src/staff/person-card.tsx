import { memo, startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { TickIcon } from '../core/icons.tsx'
import { observeNearViewport } from './near-viewport.ts'
import styles from './person-card.module.css'

declare module 'react' {
  interface CSSProperties {
    /** The number of letters in the longest word of a name. */
    '--letters'?: number
    /** The number of cards in a list. */
    '--cards'?: number
  }
}

export interface PersonCardProps {
  /**
   * The person's id in the page. Keeps the focus on them if the card is rendered in another part of
   * the list.
   */
  id: string
  /** The last name may be emphasised with `<b>`. */
  name: ReactNode
  /**
   * The name as plain text. A long word in it is smaller and has the full width, so that it fits on
   * one line.
   */
  plainName?: string | undefined
  /** An `Avatar` of 64 pixels, of 40 in a compact list, or its placeholder. */
  picture: ReactNode
  /** One line: role and employee number. */
  detail?: ReactNode
  /** A second, quieter line: arrival time and number of dependents. */
  aside?: ReactNode
  /**
   * A link that dials, a separate target on the card. Without `href` the number is masked and only
   * shown.
   */
  phone?: { href?: string | undefined; label: ReactNode } | undefined
  /** Beside the phone: an extension. */
  phoneAside?: ReactNode
  /** Beside the name: the number of dependents, small buttons. */
  badge?: ReactNode
  /** The person is the first with this letter, which `id` makes a target of links. */
  letter?: { id: string; label: string } | undefined
  /** Shown even if the user cannot tick. */
  isTicked?: boolean | undefined
  /** The whole card is the target; without it the card is read-only. */
  onTick?: ((ticked: boolean) => void) | undefined
  /** Which cards stand out: the ticked ones in a roll call, the missing ones in a muster. */
  highlight?: 'ticked' | 'missing' | undefined
}

/** Longer words do not fit on one line beside the picture and the tick. */
const LONG = 12

/** A person on the board, readable from across the room. Used in a `PersonList`. */
export function PersonCard(props: PersonCardProps) {
  const {
    id,
    name,
    plainName = '',
    picture,
    detail,
    aside,
    phone,
    phoneAside,
    badge,
    letter,
    isTicked = false,
    onTick,
    highlight = 'ticked',
  } = props
  const letters = Math.max(...plainName.split(/[\s-]/).map((word) => word.replace(/\p{M}/gu, '').length))
  return (
    <li
      className={styles.card}
      data-ticked={onTick ? isTicked : isTicked || undefined}
      data-highlight={highlight}
      data-long={letters > LONG || undefined}
      style={{ '--letters': letters }}
    >
      <LetterHeading letter={letter} />
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
        {badge && <div className={styles.badge}>{badge}</div>}
        <div id={`${id}-detail`} className={styles.details}>
          {detail && <p className={styles.detail}>{detail}</p>}
          {aside && <p className={styles.aside}>{aside}</p>}
        </div>
        {(phone || phoneAside) && (
          <p className={styles.phone}>
            {phone?.href === undefined ? (
              phone?.label
            ) : (
              <a id={`${id}-call`} href={phone.href} className={styles.call}>
                {phone.label}
              </a>
            )}
            {phoneAside && <span>{phoneAside}</span>}
          </p>
        )}
      </div>
      {(onTick || isTicked) && (
        <span className={onTick ? styles.mark : styles.seen} aria-hidden="true">
          <TickIcon size={34} />
        </span>
      )}
    </li>
  )
}

const LetterHeading = ({ letter }: Pick<PersonCardProps, 'letter'>) =>
  letter && (
    <h2 id={letter.id} tabIndex={-1} className={styles.letter}>
      {letter.label}
    </h2>
  )

/** A person whose card is far from view: the name suffices for page search and screen readers. */
export const FarPerson = ({ name, letter }: Pick<PersonCardProps, 'name' | 'letter'>) => (
  <li className={styles.card} data-far>
    <LetterHeading letter={letter} />
    <p className={styles.name}>{name}</p>
  </li>
)

/** A multiple of all column counts up to six, so that no row in a long list has a gap. */
const CARDS_PER_PART = 60
/** Shorter parts are always rendered: their height estimate is poor, and they render quickly. */
const SKIPPED_FROM = 24
/**
 * With this many people, the small parts at the end of each letter would add up to hundreds of
 * cards, and all cards are too slow for a tablet.
 */
const MANY = 600

/**
 * A slow tablet renders the cards of a part in about the time that a fast scroll covers this many
 * screens.
 */
const NEAR_SCREENS = 3

interface PersonListProps<Person> {
  people: readonly Person[]
  /**
   * Renders a person's card, with a key. While the function is the same, only parts with changed
   * people render again.
   */
  renderCard: (person: Person) => ReactNode
  /**
   * Renders a `FarPerson`, with a key, for the parts of a very long list that are far from view.
   */
  renderFar?: (person: Person) => ReactNode
  /** The number of people in all lists together. */
  total?: number
  /** How many of them come before these people. */
  before?: number
}

/**
 * The cards of people in as many columns as fit; within `data-rows` they are rows on a phone, and
 * within `data-compact` they are low, with marks only within `data-counting`. Long lists are split
 * into parts: the browser skips those out of view, and checks each part, not each card, when it
 * renders. In very long lists the parts far from view have names only.
 */
export const PersonList = <Person,>({
  people,
  renderCard,
  renderFar,
  total = people.length,
  before = 0,
}: PersonListProps<Person>) =>
  Array.from({ length: Math.ceil(people.length / CARDS_PER_PART) }, (_, part) => {
    const at = part * CARDS_PER_PART
    return (
      <PersonListPart
        key={at}
        people={people.slice(at, at + CARDS_PER_PART)}
        renderCard={renderCard as Render}
        renderFar={total < MANY ? undefined : (renderFar as Render | undefined)}
        isFirst={before + at < CARDS_PER_PART}
      />
    )
  })

type Render = (person: unknown) => ReactNode

interface PersonListPartProps {
  people: readonly unknown[]
  renderCard: Render
  /** Undefined if the part keeps its cards far from view too. */
  renderFar: Render | undefined
  /** In view before any scrolling. */
  isFirst: boolean
}

const PersonListPart = memo(
  ({ people, renderCard, renderFar, isFirst }: PersonListPartProps) => {
    const list = useRef<HTMLUListElement>(null)
    const [isNear, setNear] = useState(isFirst)
    const isWhole = renderFar === undefined
    useEffect(() => {
      const element = list.current
      if (isWhole || !element) return
      return observeNearViewport(
        element,
        () => {
          // A transition, so that presses take priority.
          startTransition(() => setNear(true))
          return () => {
            // Keeps the keyboard focus.
            if (!element.contains(document.activeElement)) startTransition(() => setNear(false))
          }
        },
        NEAR_SCREENS,
      )
    }, [isWhole])
    return (
      <ul
        ref={list}
        className={styles.list}
        style={{ '--cards': people.length }}
        data-skipped={!isWhole || people.length >= SKIPPED_FROM || undefined}
      >
        {people.map(isWhole || isNear ? renderCard : renderFar)}
      </ul>
    )
  },
  (before, after) =>
    before.renderCard === after.renderCard &&
    before.renderFar === after.renderFar &&
    before.people.length === after.people.length &&
    before.people.every((person, at) => person === after.people[at]),
)

/** Placeholder cards before the first response; the caller announces the loading. */
export function PersonListSkeleton({ cards }: { cards: number }) {
  return (
    <ul className={styles.list} aria-hidden="true">
      {Array.from({ length: cards }, (_, at) => (
        <li key={at} className={styles.empty} />
      ))}
    </ul>
  )
}
