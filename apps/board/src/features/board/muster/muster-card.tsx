import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { Trans } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { DependentsOf, listNameOf, sharedPropsOf } from '../people/person-card.tsx'
import type { ListedPerson } from './listed-people.ts'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { type Remark, remarksOf } from './remarks.ts'
import { usePersonMarks } from './use-muster.ts'
import type { MarkWords } from './words.ts'

interface MusterCardProps {
  person: ListedPerson
  session: MusterSession
  words: MarkWords
  points: readonly { id: string; name: string }[]
  formatPhone: (e164: string) => string
  /** Undefined for users who only watch. */
  onMore: ((personId: string) => void) | undefined
}

/** A person in a muster. A press anywhere on the card marks them as safe. */
export const MusterCard = memo(function MusterCard({
  person,
  session,
  words,
  points,
  formatPhone,
  onMore,
}: MusterCardProps) {
  const known = usePersonMarks(session, person.id)
  const { safe, helpNeeded } = known
  const remarks = remarksOf(person, known, words, points)
  const unlisted = remarks.find(({ kind }) => kind === 'unlisted')
  // If the person was seen, "reported safe" is left out.
  const below = remarks.filter((one) => one !== unlisted && !(safe && one.kind.startsWith('said_safe')))
  const calls = below.filter(({ kind }) => kind === 'help_needed')
  const others = below.filter(({ kind }) => kind !== 'help_needed')
  const write = (remark: Remark) => frames[remark.kind](remark.key, words.say(remark))
  const shared = sharedPropsOf(person, formatPhone)
  const tick = (isTicked: boolean) =>
    void session.mark(person.id, isTicked ? 'safe' : 'undone', isTicked ? {} : { taken: ['safe'] })
  return (
    <PersonCard
      {...shared}
      name={listNameOf(person)}
      {...(unlisted && { detail: words.say(unlisted) })}
      // People who were seen are dimmed, so that the missing ones stand out; not if they need help.
      highlight={safe && helpNeeded ? 'ticked' : 'missing'}
      isTicked={safe !== null}
      onTick={onMore && tick}
      phoneAside={
        onMore ? (
          <span className={styles.beside}>
            {shared.phoneAside && <span>{shared.phoneAside}</span>}
            {safe && (
              <button type="button" className={styles.more} onClick={() => tick(false)}>
                <Trans>Undo</Trans>
              </button>
            )}
            <button
              type="button"
              id={`${person.id}-more`}
              className={styles.more}
              onClick={() => onMore(person.id)}
            >
              <Trans>More</Trans>
            </button>
          </span>
        ) : (
          shared.phoneAside
        )
      }
      aside={
        <>
          {calls.map(write)}
          {person.dependents > 0 && (
            <span className={styles.dependents}>
              <DependentsOf person={person} />
            </span>
          )}
          {others.map(write)}
        </>
      }
    />
  )
})

type Frame = (key: string, text: string) => ReactNode

const plain: Frame = (key, text) => <span key={key}>{text}</span>
const strong: Frame = (key, text) => <strong key={key}>{text}</strong>

/** How prominent each kind of remark is. */
const frames: Record<Remark['kind'], Frame> = {
  help_needed: (key, text) => (
    <strong key={key} className={styles.help}>
      {text}
    </strong>
  ),
  safe: plain,
  said_safe: plain,
  said_safe_by_other_phone: strong,
  help_given: plain,
  unlisted: plain,
  point: plain,
  left: strong,
  left_by_other_phone: strong,
  note: plain,
  flagged_before: strong,
  flagged: strong,
}
