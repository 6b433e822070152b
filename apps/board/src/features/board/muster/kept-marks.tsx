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
import styles from './muster.module.css'
import type { MusterSession } from './muster-session.ts'
import { forgetMusters, ownUserId, sendOthers } from './sessions.ts'
import { saveFile } from './roll-rows.ts'
import { isToStart, ownSiteName, type PendingMark } from './storage.ts'
import { useMusterField } from './use-muster.ts'
import { useStateNames } from './words.ts'

/** Sends what waits of sites that are not shown, and says what is left of it. */
export function OtherSites({ shownSiteId }: { shownSiteId: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['muster-waiting', shownSiteId],
    queryFn: async () => ({ sessions: await sendOthers(shownSiteId) }),
    refetchInterval: limits.boardRefreshSeconds * 1000,
    refetchIntervalInBackground: true,
    refetchOnReconnect: true,
    retry: false,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    // Sessions are no data that can be compared.
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

/** What this device has kept of the shown site, and the muster on the screen does not show. Nothing waits, or disappears, unseen. */
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

/** Whoever may not mark any more learns what became of their marks. */
function LostMuster({ session }: { session: MusterSession }) {
  const lost = useMusterField(session, 'lost')
  if (!lost) return null
  const site = lost.site_name
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>You may not mark at {site} any more</Trans>}
      action={
        <Button onClick={session.dropLost}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      <Trans>The muster goes on without you. What the server had from you counts.</Trans>
    </Notice>
  )
}

interface SessionEndedProps {
  userId: string
  onLogIn: () => void
}

/** What became of the marks of whoever is not logged in any more. It stays until they go to the login: perhaps they have no account now. */
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
            <Plural value={waiting} one="# mark waits to be sent." other="# marks wait to be sent." />
          </p>
        )}
        {refused > 0 && (
          <p>
            <Plural value={refused} one="# mark was refused." other="# marks were refused." />
          </p>
        )}
        <MarkList lines={lines} />
      </Notice>
    </main>
  )
}

/** A muster that was started and ended on this device alone. */
export function EndedHere({ session, muster }: { session: MusterSession; muster: Muster }) {
  const waiting = useMusterField(session, 'waiting')
  return (
    <Notice kind="caution" live="polite" title={<Trans>It ended on this device only</Trans>}>
      {waiting.some(({ musterId }) => musterId === muster.id) ? (
        <Trans>
          The server had not heard of it. What was marked is written down there when it is heard again, and
          nobody is alarmed.
        </Trans>
      ) : (
        <Trans>The server had not heard of it. Nothing was marked, so nothing of it is kept.</Trans>
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
          <Trans>A muster of somebody else is not all sent</Trans>
        ) : (
          <Trans>A muster at {site} is not all sent</Trans>
        )
      }
      action={<KeptActions marks={marks} onDrop={onDrop} />}
    >
      <Plural value={marks.length} one="# mark waits to be sent." other="# marks wait to be sent." />{' '}
      <Trans>
        They are sent as soon as the server takes them. Show the file to whoever leads the muster.
      </Trans>
    </Notice>
  )
}

/** The marks of a device that the server has not taken, with the reason. */
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
      title={areFlagged ? <Trans>Some marks do not count</Trans> : <Trans>Some marks were refused</Trans>}
      action={<KeptActions marks={refused} onDrop={() => session.drop(refused)} />}
    >
      {areFlagged ? (
        <Plural
          value={refused.length}
          one="# mark came from somebody who may not mark here any more. Only a call for help counts. Tell whoever leads the muster whom you have seen."
          other="# marks came from somebody who may not mark here any more. Only calls for help count. Tell whoever leads the muster whom you have seen."
        />
      ) : areAll('muster_over') ? (
        <Plural
          value={refused.length}
          one="The server has not taken # mark, because its muster is over."
          other="The server has not taken # marks, because their muster is over."
        />
      ) : (
        <Plural
          value={refused.length}
          one="The server has not taken # mark. Please mark again."
          other="The server has not taken # marks. Please mark again."
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

/** Who has made marks takes them along as a file, or gives them up. */
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

/** One line for each mark of whoever is logged in, or was. Those of others are counted only. */
function useMarkLines(userId = ownUserId()): (marks: readonly PendingMark[]) => string[] {
  const { t } = useLingui()
  const language = useLanguage()
  const states = useStateNames()
  const reasons: Record<string, string> = {
    muster_over: t`Refused: this muster is over.`,
    not_found: t`Refused: the server does not know this muster, or it is not yours to see.`,
    forbidden: t`Refused: you may not mark here any more.`,
    too_many_marks: t`Refused: you have marked as often as one person can in a muster.`,
    too_many_notes: t`Refused: there are 50 notes about this person already.`,
    flagged: t`Flagged: you may not mark here any more.`,
  }
  const reasonOf = (code: string | undefined) =>
    code !== undefined && (reasons[code] ?? t`Refused: the server could not take it.`)
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
