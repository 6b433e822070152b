import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { countMuster, type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import wallStyles from '../display/display.module.css'
import { WallFrame } from '../display/wall-frame.tsx'
import { WallName } from '../display/wall-name.tsx'
import { useConnectionWords } from './connection-words.ts'
import { type ListedPerson, listPeople, missingFirst } from './listed-people.ts'
import { isRollKnown, type MusterSession } from './muster-session.ts'
import styles from './muster-wall.module.css'
import type { KeptMuster } from './storage.ts'
import { useMusterView } from './use-muster.ts'
import { type MarkWords, useMarkWords } from './words.ts'

interface MusterWallProps {
  site: BoardSite
  session: MusterSession
  current: KeptMuster
  /** The muster is over: shown until the board returns. */
  isOver: boolean
  /** Undefined if there is no page to return to. */
  onLeave: (() => void) | undefined
}

/**
 * A muster in wall mode, for an unattended screen: who is missing, in large names without numbers.
 */
export function MusterWall({ site, session, current, isOver, onLeave }: MusterWallProps) {
  const { t } = useLingui()
  const timeZone = timeZoneOf(site.timeZone)
  const view = useMusterView(session)
  const words = useMarkWords(current, timeZone)
  const { roll, muster } = current
  const { people: marked } = view
  const count = useMemo(() => countMuster(roll, marked), [roll, marked])
  const listed = useMemo(() => listPeople(roll, marked), [roll, marked])
  const people = useMemo(() => missingFirst(listed.counted, marked), [listed, marked])
  const [left, apart] = [listed.left.length, listed.apart.length]
  const isKnown = isRollKnown(current)
  const started = words.when(muster.started_at)
  const missing = t`${plural(count.missing, { one: '# missing', other: '# missing' })} – ${site.name}`
  useDocumentTitle(isKnown && !isOver ? missing : site.name)
  // At the end the server's figures count, which may include marks unknown to this screen.
  const figures = isOver ? muster : count
  return (
    <WallFrame
      timeZone={timeZone}
      items={isOver ? [] : people}
      onLeave={onLeave}
      isUrgent={!isOver}
      headClass={muster.drill ? styles.drill : styles.real}
      head={
        <>
          <h2 className={styles.title}>
            {isOver ? (
              muster.drill ? (
                <Trans>The drill has ended</Trans>
              ) : (
                <Trans>The muster has ended</Trans>
              )
            ) : muster.drill ? (
              <Trans>Evacuation drill</Trans>
            ) : (
              <Trans>Evacuation</Trans>
            )}
            <small className={styles.site}>
              {site.name}
              {!isOver && (
                <span>
                  {', '}
                  <Trans>since {started}</Trans>
                </span>
              )}
            </small>
          </h2>
          {(isOver || isKnown || roll.length > 0) && figures.total !== null && (
            <dl className={styles.figures}>
              <Figure name={<Trans>missing</Trans>} value={figures.missing} />
              <Figure name={<Trans>safe</Trans>} value={figures.safe} />
              <Figure name={<Trans>in all</Trans>} value={figures.total} />
            </dl>
          )}
          {!isOver && left + apart > 0 && (
            <p className={styles.uncounted}>
              {left > 0 && <Plural value={left} one="# left shortly before" other="# left shortly before" />}
              {left > 0 && apart > 0 && <span>, </span>}
              {apart > 0 && <Plural value={apart} one="# not on the list" other="# not on the list" />}
              <small>
                <Trans>not counted</Trans>
              </small>
            </p>
          )}
          {!isOver && <Connection site={site} session={session} current={current} />}
        </>
      }
      renderTile={(person) => (
        <MusterTile key={person.id} person={person} known={marked.get(person.id) ?? unmarked} words={words} />
      )}
    >
      {isOver && (
        <p className={styles.message}>
          <Trans>The board reopens automatically.</Trans>
        </p>
      )}
    </WallFrame>
  )
}

function Figure({ name, value }: { name: ReactNode; value: number | null }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd translate="no">{value ?? '–'}</dd>
    </div>
  )
}

/** The state of the connection: whether the shown data are reliable. */
function Connection({ site, session, current }: Pick<MusterWallProps, 'site' | 'session' | 'current'>) {
  const view = useMusterView(session)
  const writeWords = useConnectionWords(timeZoneOf(site.timeZone))
  const { isOutdated, connection, waiting, fetching } = writeWords(view, current, useNow(1000))
  const isDoubtful = isOutdated || fetching !== ''
  return (
    <p className={isDoubtful ? wallStyles.stale : styles.state} role="status">
      {isDoubtful && <CautionIcon size={28} />}
      <span>{`${isOutdated || fetching === '' ? connection : fetching} ${waiting}`}</span>
    </p>
  )
}

interface MusterTileProps {
  person: ListedPerson
  known: PersonMarks
  words: MarkWords
}

function MusterTile({ person, known, words: { when } }: MusterTileProps) {
  const { safe, helpNeeded } = known
  const rest = remarkOf(person, known, when)
  return (
    <li
      className={`${wallStyles.tile} ${styles.tile}`}
      data-state={helpNeeded ? 'help' : safe ? 'safe' : 'missing'}
    >
      <div className={styles.who}>
        <WallName person={person} />
        {rest !== null && <p className={styles.rest}>{rest}</p>}
      </div>
      {person.dependents > 0 && <b className={styles.dependents}>{`+ ${person.dependents}`}</b>}
      <p className={styles.detail}>
        {helpNeeded && (
          <strong className={styles.help}>
            <Trans>Needs help</Trans>
          </strong>
        )}
        {safe ? (
          <span>
            <Trans>Safe</Trans>
          </span>
        ) : (
          <strong>
            <Trans>MISSING</Trans>
          </strong>
        )}
      </p>
    </li>
  )
}

/** What else is known of a person in a muster; null for nothing. */
function remarkOf(
  { entry }: ListedPerson,
  { safe, saidSafe }: PersonMarks,
  when: MarkWords['when'],
): ReactNode | null {
  if (!entry) return <Trans>Not on the list</Trans>
  if (entry.left_at) {
    return entry.left_by_other_phone ? (
      <Trans>Left at {when(entry.left_at)}, reported by another phone</Trans>
    ) : (
      <Trans>Left at {when(entry.left_at)}</Trans>
    )
  }
  if (safe || !saidSafe) return null
  return saidSafe.is_flagged ? (
    <Trans>Reported safe, perhaps from another phone</Trans>
  ) : (
    <Trans>Reported safe</Trans>
  )
}
