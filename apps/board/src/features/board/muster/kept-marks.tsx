import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@gatehouse/validation/limits'
import { background } from '../people/queries.ts'
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { forgetMusters, ownUserId, sendOthers } from './sessions.ts'
import { saveFile } from './roll-rows.ts'
import { isToStart, ownSiteName, type PendingMark } from './storage.ts'
import { useMusterField } from './use-muster.ts'
import { useStateNames } from './words.ts'

/** Sends the unsent marks of the sites that are not shown, and shows what remains. */
export function OtherSites({ shownSiteId }: { shownSiteId: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['muster-waiting', shownSiteId],
    queryFn: async () => ({ sessions: await sendOthers(shownSiteId) }),
    ...background,
    refetchOnReconnect: true,
    staleTime: 0,
    gcTime: 0,
    // Sessions cannot be compared structurally.
    structuralSharing: false,
  })
  return data?.sessions.map((session) => <OtherSite key={session.siteId} session={session} />)
}

function OtherSite({ session }: { session: MusterSession }) {
  const waiting = useMusterField(session, 'waiting')
  const current = useMusterField(session, 'current')
  const isUnsent = isToStart(current)
  const drop = async () => {
    await session.drop(waiting)
    if (isUnsent) await session.leave()
  }
  return (
    <>
      {(waiting.length > 0 || isUnsent) && <WaitingMarks session={session} marks={waiting} onDrop={drop} />}
      <LostMuster session={session} />
      <RefusedMarks session={session} />
    </>
  )
}

/**
 * Shows the shown site's marks on this device that are not in the shown muster: nothing may wait or
 * disappear unseen.
 */
export function KeptMarks({ session }: { session: MusterSession }) {
  const waiting = useMusterField(session, 'waiting')
  const current = useMusterField(session, 'current')
  const isStartRefused = useMusterField(session, 'isStartRefused')
  const shown = current?.muster.ended_at || isStartRefused ? undefined : current?.muster.id
  const marks = waiting.filter(({ musterId }) => musterId !== shown)
  return (
    <>
      {marks.length > 0 && (
        <WaitingMarks session={session} marks={marks} onDrop={() => session.drop(marks)} />
      )}
      <LostMuster session={session} />
      <RefusedMarks session={session} />
    </>
  )
}

/** Tells a user who may no longer mark what happened to their marks. */
function LostMuster({ session }: { session: MusterSession }) {
  const lost = useMusterField(session, 'lost')
  if (!lost) return null
  const site = lost.site_name
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>You can’t mark at {site} any more</Trans>}
      action={
        <Button onClick={session.dropLost}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      <Trans>The muster continues without you. The marks that you sent count.</Trans>
    </Notice>
  )
}

interface SessionEndedProps {
  userId: string
  onLogIn: () => void
}

/**
 * What happened to the marks of a user whose session has ended. Stays until they go to the login
 * page, because their account may no longer exist.
 */
export function SessionEnded({ userId, onLogIn }: SessionEndedProps) {
  const { data: marks = [] } = useQuery({
    queryKey: ['muster-ended', userId],
    queryFn: () => forgetMusters(userId),
    refetchInterval: limits.boardRefreshSeconds * 1000,
    refetchOnReconnect: true,
    networkMode: 'always',
  })
  const lines = useMarkLines(userId)(marks)
  const flagged = marks.filter(({ refusedAs }) => refusedAs === 'flagged').length
  const waiting = marks.filter(({ refusedAs }) => refusedAs === undefined).length
  const refused = marks.length - flagged - waiting
  return (
    <main className={styles.ended}>
      <h1>
        <VisuallyHidden>
          <Trans>Check-in board</Trans>
        </VisuallyHidden>
      </h1>
      <Notice
        kind="caution"
        live="assertive"
        title={<Trans>Your session has ended</Trans>}
        action={
          <>
            {marks.length > 0 && <SaveMarks lines={lines} />}{' '}
            <Button kind="primary" onClick={onLogIn}>
              <Trans>Log in</Trans>
            </Button>
          </>
        }
      >
        {flagged > 0 && (
          <p>
            <Plural
              value={flagged}
              one="# mark was sent without your login. Others must confirm it, unless it is a call for help."
              other="# marks were sent without your login. Others must confirm them, unless they are calls for help."
            />
          </p>
        )}
        {waiting > 0 && (
          <p>
            <Plural value={waiting} one="# mark not sent yet." other="# marks not sent yet." />
          </p>
        )}
        {refused > 0 && (
          <p>
            <Plural value={refused} one="# mark was rejected." other="# marks were rejected." />
          </p>
        )}
        <MarkList lines={lines} />
      </Notice>
    </main>
  )
}

/** A muster that was started and ended on this device only. */
export function EndedHere({ session, muster }: { session: MusterSession; muster: Muster }) {
  const waiting = useMusterField(session, 'waiting')
  return (
    <Notice kind="caution" live="polite" title={<Trans>Ended on this device only</Trans>}>
      {waiting.some(({ musterId }) => musterId === muster.id) ? (
        <Trans>
          It never reached the server. The marks are sent when the connection returns, and no one is alerted.
        </Trans>
      ) : (
        <Trans>It never reached the server. Nothing was marked, so nothing is kept.</Trans>
      )}
    </Notice>
  )
}

interface WaitingMarksProps extends KeptActionsProps {
  session: MusterSession
}

function WaitingMarks({ session, marks, onDrop }: WaitingMarksProps) {
  const site = ownSiteName(ownUserId(), marks, useMusterField(session, 'current'))
  return (
    <Notice
      kind="caution"
      live="polite"
      title={
        site === undefined ? (
          <Trans>Marks of another person’s muster have not been sent</Trans>
        ) : (
          <Trans>Marks of a muster at {site} have not been sent</Trans>
        )
      }
      action={<KeptActions marks={marks} onDrop={onDrop} />}
    >
      <Plural value={marks.length} one="# mark not sent yet." other="# marks not sent yet." />{' '}
      <Trans>They are sent when the server accepts them. Show the file to the muster lead.</Trans>
    </Notice>
  )
}

/** The device's marks that the server rejected, with the reason. */
function RefusedMarks({ session }: { session: MusterSession }) {
  const refused = useMusterField(session, 'refused')
  const lines = useMarkLines()
  if (refused.length === 0) return null
  const areAll = (code: string) => refused.every(({ refusedAs }) => refusedAs === code)
  const areFlagged = areAll('flagged')
  return (
    <Notice
      kind="caution"
      live="polite"
      title={areFlagged ? <Trans>Some marks do not count</Trans> : <Trans>Some marks were rejected</Trans>}
      action={<KeptActions marks={refused} onDrop={() => session.drop(refused)} />}
    >
      {areFlagged ? (
        <Plural
          value={refused.length}
          one="# mark came from a person who can’t mark here any more. Only a call for help counts. Tell the muster lead whom you have seen."
          other="# marks came from a person who can’t mark here any more. Only calls for help count. Tell the muster lead whom you have seen."
        />
      ) : areAll('muster_over') ? (
        <Plural
          value={refused.length}
          one="The server did not accept # mark because its muster has ended."
          other="The server did not accept # marks because their muster has ended."
        />
      ) : (
        <Plural
          value={refused.length}
          one="The server did not accept # mark. Mark again."
          other="The server did not accept # marks. Mark again."
        />
      )}
      <MarkList lines={lines(refused)} />
    </Notice>
  )
}

const MarkList = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the lines are only shown
      <li key={at}>{line}</li>
    ))}
  </ul>
)

interface KeptActionsProps {
  marks: readonly PendingMark[]
  onDrop: () => Promise<void>
}

/** Users can save their marks as a file or drop them. */
function KeptActions({ marks, onDrop }: KeptActionsProps) {
  const lines = useMarkLines()(marks)
  return (
    <>
      {lines.length > 0 && <SaveMarks lines={lines} />}{' '}
      <Button kind="quiet" onClick={() => void onDrop()}>
        <Trans>Remove from this device</Trans>
      </Button>
    </>
  )
}

function SaveMarks({ lines }: { lines: readonly string[] }) {
  const save = () => saveFile('muster-marks.txt', new Blob([lines.join('\r\n')], { type: 'text/plain' }))
  return (
    <Button onClick={save}>
      <Trans>Save as a file</Trans>
    </Button>
  )
}

/** One line per mark of `userId`. Other users' marks are only counted. */
function useMarkLines(userId = ownUserId()): (marks: readonly PendingMark[]) => string[] {
  const { t } = useLingui()
  const language = useLanguage()
  const states = useStateNames()
  const reasons: Record<string, string> = {
    muster_over: t`Rejected: this muster has ended.`,
    not_found: t`Rejected: this muster doesn’t exist, or you can’t see it.`,
    forbidden: t`Rejected: you can’t mark here any more.`,
    too_many_marks: t`Rejected: you have reached the limit of marks in a muster.`,
    too_many_notes: t`Rejected: this person already has 50 notes.`,
    flagged: t`Flagged: you can’t mark here any more.`,
  }
  const reasonOf = (code: string | undefined) =>
    code !== undefined && (reasons[code] ?? t`Rejected: the server could not store it.`)
  return (marks) =>
    marks
      .filter(({ mark }) => mark.by === userId)
      .map(({ name, siteName, timeZone, mark, refusedAs }) =>
        [
          name,
          states[mark.state],
          mark.text,
          siteName,
          formatDateTime(mark.at, language, timeZoneOf(timeZone)),
          reasonOf(refusedAs),
        ]
          .filter(Boolean)
          .join(' – '),
      )
}
