import { memo, startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { TickIcon } from '../core/icons.tsx'
import { observeNearViewport } from './near-viewport.ts'
import styles from './person-card.module.css'

declare module 'react' {
  interface CSSProperties {
    /** How many letters the longest word of a name has. */
    '--letters'?: number
    /** How many cards a list has. */
    '--cards'?: number
  }
}

export interface PersonCardProps {
  /** The person's, in the page. It keeps the focus with them where the card is drawn anew in another part of the list. */
  id: string
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
  /** It is shown also where nobody can tick. */
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
    id,
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
  const letters = Math.max(...plainName.split(/[\s-]/).map((word) => word.replace(/\p{M}/gu, '').length))
  return (
    <li
      className={styles.card}
      data-ticked={onTick ? isTicked : isTicked || undefined}
      data-highlight={highlight}
      data-long={letters > LONG || undefined}
      style={{ '--letters': letters }}
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

/** Somebody whose card is far from view: there the name is enough, for a search of the browser and for a screen reader. */
export const FarPerson = ({ name }: Pick<PersonCardProps, 'name'>) => (
  <li className={styles.card} data-far>
    <p className={styles.name}>{name}</p>
  </li>
)

/** A multiple of every number of columns up to six, so that no row within a long list has a gap. */
const CARDS_PER_PART = 60
/** Fewer cards are drawn before they are in view: their height is not well estimated, and they are quickly drawn. */
const SKIPPED_FROM = 24
/** Among so many people the few cards at the end of each letter would be hundreds, and all cards too much for a slow tablet. */
const MANY = 600

/** A slow tablet takes about as long for the cards of a part as a fast scroll for so many screens. */
const NEAR_SCREENS = 3

interface PersonListProps<Person> {
  people: readonly Person[]
  /** Gives the card of a person, with a key. The same function draws only the parts anew in which somebody is another one. */
  renderCard: (person: Person) => ReactNode
  /** Gives a `FarPerson` with a key, for the parts of a very long list that are far from view. */
  renderFar?: (person: Person) => ReactNode
  /** How many people all lists beside each other have. */
  total?: number
  /** How many of them are before these people. */
  before?: number
}

/**
 * The cards of people in columns, as many as fit; within `data-rows` they are rows on a phone. A long list is in parts: the browser skips those out of view, and has to look at each part,
 * not at each card, whenever it draws. Among very many people the parts far from view have names only.
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
  /** Undefined where the part has its cards also far from view. */
  renderFar: Render | undefined
  /** It is in view before anything was scrolled. */
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
          // A press goes before.
          startTransition(() => setNear(true))
          return () => {
            // The keyboard's place stays.
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
