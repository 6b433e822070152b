import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { DependentsOf, sharedPropsOf } from '../person-card.tsx'
import type { ListedPerson } from './listed-people.ts'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { usePersonMarks } from './use-muster.ts'
import type { MarkWords } from './words.ts'

interface MusterCardProps {
  person: ListedPerson
  session: MusterSession
  words: MarkWords
  points: readonly { id: string; name: string }[]
  formatPhone: (e164: string) => string
  /** Undefined for those who only watch. */
  onMore: ((personId: string) => void) | undefined
}

/** Somebody in a muster. A press anywhere on the card says that they are safe. */
export const MusterCard = memo(function MusterCard({
  person,
  session,
  words: { who, when },
  points,
  formatPhone,
  onMore,
}: MusterCardProps) {
  const { safe, saidSafe, helpNeeded, point, notes, flagged } = usePersonMarks(session, person.id)
  const at = point && points.find(({ id }) => id === point.point_id)?.name
  const tick = (isTicked: boolean) =>
    void session.mark(person.id, isTicked ? 'safe' : 'undone', isTicked ? {} : { taken: ['safe'] })
  return (
    <PersonCard
      {...sharedPropsOf(person, formatPhone)}
      {...(!person.entry && { detail: <Trans>On no list</Trans> })}
      // Whoever was seen is dimmed, so that the missing shine; not those who need help.
      highlight={safe && helpNeeded ? 'ticked' : 'missing'}
      isTicked={safe !== null}
      onTick={onMore && tick}
      phoneAside={
        onMore && (
          <button type="button" className={styles.more} onClick={() => onMore(person.id)}>
            <Trans>More</Trans>
          </button>
        )
      }
      aside={
        <>
          <DependentsOf person={person} />
          {helpNeeded && (
            <strong className={styles.help}>
              <Trans>
                Needs help: {who(helpNeeded)}, {when(helpNeeded.at)}
              </Trans>
            </strong>
          )}
          {safe && (
            <span>
              <Trans>
                Safe: {who(safe)}, {when(safe.at)}
              </Trans>
            </span>
          )}
          {!safe && saidSafe && (
            <span>
              <Trans>Says to be safe, {when(saidSafe.at)}</Trans>
            </span>
          )}
          {at && <span>{at}</span>}
          {person.entry?.left_at && (
            <strong>
              <Trans>Left at {when(person.entry.left_at)}</Trans>
            </strong>
          )}
          {notes.map(({ id, text }) => (
            <span key={id}>{text}</span>
          ))}
          {flagged.length > 0 && (
            <strong>
              <Trans>Marked by somebody who is no warden any more</Trans>
            </strong>
          )}
        </>
      }
    />
  )
})
