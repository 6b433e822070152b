import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import type { Language } from '@gatehouse/validation/vocabulary'
import { InfoIcon, PhoneIcon } from '@gatehouse/ui/core/icons'
import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { MaskedNumber } from '@gatehouse/ui/staff/masked-number'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listName } from '@gatehouse/validation/list-name'
import { memo } from 'react'
import { joinRole } from './people.ts'
import styles from './person-card.module.css'
import { Photo } from './photo.tsx'
import { ticks, useTicked } from './ticks.ts'

export interface CardProps {
  person: BoardPerson
  language: Language
  timeZone: TimeZone
  formatPhone: (e164: string) => string
}

/** The card of a person on site. A press anywhere on the card ticks the person. */
export const TickCard = memo(function TickCard({
  person,
  now,
  language,
  timeZone,
  formatPhone,
  siteId,
  letter,
  onWhy,
  whyLabel,
}: CardProps & {
  siteId: string
  letter: string | undefined
  /** Any time of today. */
  now: number
  onWhy: ((personId: string) => void) | undefined
  whyLabel: string
}) {
  const { host, logDate } = person
  // In the card and not for the whole list: a card that does not render formats no time.
  const time = logDate && formatSince(logDate, now, language, timeZone, false)
  const shared = sharedPropsOf(person, formatPhone, COMPACT)
  return (
    <PersonCard
      {...shared}
      letter={letterProps(letter)}
      badge={person.dependents > 0 && <ShortDependents person={person} />}
      phoneAside={
        <>
          {shared.phoneAside}
          {onWhy && (
            <button
              type="button"
              id={`${person.id}-why`}
              className={styles.why}
              aria-label={`${whyLabel} ${shared.plainName}`}
              onClick={() => onWhy(person.id)}
            >
              <InfoIcon size={20} />
            </button>
          )}
        </>
      }
      aside={
        time !== null && (
          <>
            <VisuallyHidden>
              <Trans>Signed in {time}</Trans>
            </VisuallyHidden>
            <span aria-hidden="true">{time}</span>
            {host !== null && (
              <span>
                <Trans>Visiting {host}</Trans>
              </span>
            )}
          </>
        )
      }
      isTicked={useTicked(siteId, person.id)}
      onTick={() => ticks.toggle(siteId, person.id)}
    />
  )
})

/** Pixels of a picture in a compact list. */
export const COMPACT = 40

export const letterId = (letter: string) => `letter-${letter === '#' ? 'other' : letter}`

/** The props of the first person with a letter. */
export const letterProps = (letter: string | undefined) =>
  letter === undefined ? undefined : { id: letterId(letter), label: letter }

/** The number of dependents, without the word on the screen. */
function ShortDependents({ person: { dependents } }: { person: BoardPerson }) {
  return (
    <strong>
      {`+ ${dependents} `}
      <VisuallyHidden>
        <Plural value={dependents} one="dependant" other="dependants" />
      </VisuallyHidden>
    </strong>
  )
}

/** The number of dependents; nothing for people who came alone. */
export function DependentsOf({ person: { dependents } }: { person: Pick<BoardPerson, 'dependents'> }) {
  if (dependents === 0) return null
  return (
    <strong>
      <Plural value={dependents} one="+ # dependant" other="+ # dependants" />
    </strong>
  )
}

export function nameOf({ firstName, lastName }: Pick<BoardPerson, 'firstName' | 'lastName'>) {
  // The visit is longer than the client's retention period for names.
  if (!firstName && !lastName) return <Trans>Name deleted</Trans>
  return (
    <>
      {firstName} <b>{lastName}</b>
    </>
  )
}

/** A name in a list sorted by last name: "**Nguyen**, Zoë". */
export function listNameOf({ firstName, lastName }: Pick<BoardPerson, 'firstName' | 'lastName'>) {
  if (!firstName && !lastName) return <Trans>Name deleted</Trans>
  return (
    <>
      <b>{lastName}</b>
      {listName(firstName, lastName).slice(lastName.length)}
    </>
  )
}

/** The props that every person card shares. */
export function sharedPropsOf(person: BoardPerson, formatPhone: CardProps['formatPhone'], size?: 40) {
  const { firstName, lastName, phoneExt } = person
  const plainName = `${firstName} ${lastName}`
  return {
    id: person.id,
    name: nameOf(person),
    plainName,
    picture: <Photo personId={person.id} hasPhoto={person.hasPhoto} name={plainName} size={size} />,
    detail: joinRole(person) || (person.kind === 'visitor' && <Trans>Visitor</Trans>),
    phone: phoneOf(person, formatPhone),
    phoneAside: phoneExt && <Trans>ext. {phoneExt}</Trans>,
  }
}

/** A link that dials; masked numbers have no link. */
function phoneOf({ tel, telMasked }: BoardPerson, formatPhone: CardProps['formatPhone']) {
  if (tel === null) return undefined
  if (telMasked) return { label: <MaskedTel mask={tel} /> }
  return {
    href: `tel:${tel}`,
    label: (
      <>
        <PhoneIcon size={18} />
        {formatPhone(tel)}
      </>
    ),
  }
}

function MaskedTel({ mask }: { mask: string }) {
  const { t } = useLingui()
  const digits = mask.replace(/\D/g, '')
  return <MaskedNumber mask={mask} label={t`Number hidden, last digits ${digits}`} />
}
