import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { Plural, Trans } from '@lingui/react/macro'
import { Phone } from 'lucide-react'
import { memo } from 'react'
import { joinRole } from './people.ts'
import styles from './person-card.module.css'
import { Photo } from './photo.tsx'
import { ticks, useTicked } from './use-ticks.ts'

interface CardProps {
  person: BoardPerson
  /** When the person signed in or was last seen, in words; null for never. */
  time: string | null
}

/** Somebody on site: pressing anywhere on the card ticks the person. */
export const TickCard = memo(function TickCard({ person, time, siteId }: CardProps & { siteId: string }) {
  const isTicked = useTicked(siteId, person.id)
  const id = `tick-${person.id}`
  return (
    <li className={styles.card} data-ticked={isTicked}>
      <Photo
        personId={person.id}
        hasPhoto={person.hasPhoto}
        name={`${person.firstName} ${person.lastName}`}
      />
      <div className={styles.words}>
        <input
          type="checkbox"
          id={id}
          className={styles.tick}
          checked={isTicked}
          aria-describedby={`${id}-detail`}
          onChange={() => ticks.toggle(siteId, person.id)}
        />
        <label htmlFor={id} className={styles.name}>
          <Name person={person} />
        </label>
        <div id={`${id}-detail`} className={styles.details}>
          <RoleLine person={person} />
          {time !== null && (
            <p className={styles.time}>
              <span>
                <Trans>Signed in {time}</Trans>
              </span>
              {person.dependents > 0 && (
                <strong className={styles.dependents}>
                  <Plural value={person.dependents} one="+ # dependant" other="+ # dependants" />
                </strong>
              )}
            </p>
          )}
        </div>
        <PhoneLine person={person} />
      </div>
      <span className={styles.mark} aria-hidden="true">
        <TickIcon size={34} />
      </span>
    </li>
  )
})

/** One of the site's own people who is not there now. */
export const AwayCard = memo(function AwayCard({ person, time }: CardProps) {
  return (
    <li className={styles.card}>
      <Photo
        personId={person.id}
        hasPhoto={person.hasPhoto}
        name={`${person.firstName} ${person.lastName}`}
      />
      <div className={styles.words}>
        <p className={styles.name}>
          <Name person={person} />
        </p>
        <div className={styles.details}>
          <RoleLine person={person} />
          <p>{time === null ? <Trans>Never seen</Trans> : <Trans>Last seen {time}</Trans>}</p>
        </div>
        <PhoneLine person={person} />
      </div>
    </li>
  )
})

function Name({ person }: { person: BoardPerson }) {
  return (
    <>
      {person.firstName} <b className={styles.lastName}>{person.lastName}</b>
    </>
  )
}

function RoleLine({ person }: { person: BoardPerson }) {
  const role = joinRole(person)
  if (role !== '') return <p className={styles.role}>{role}</p>
  return person.kind === 'visitor' ? (
    <p className={styles.role}>
      <Trans>Visitor</Trans>
    </p>
  ) : null
}

function PhoneLine({ person: { tel, phoneExt } }: { person: BoardPerson }) {
  if (!tel && !phoneExt) return null
  return (
    <p className={styles.phone}>
      {tel && (
        <a href={`tel:${tel}`} className={styles.call}>
          <Phone size={18} aria-hidden="true" />
          {tel}
        </a>
      )}
      {phoneExt && (
        <span>
          <Trans>ext. {phoneExt}</Trans>
        </span>
      )}
    </p>
  )
}
