import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@gatehouse/validation/limits'
import type { MusterSession } from './muster-session.ts'
import { ownUserId, sendOthers } from './sessions.ts'
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
      <ul>
        {lines(refused).map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines are only shown
          <li key={at}>{line}</li>
        ))}
      </ul>
    </Notice>
  )
}

interface KeptActionsProps {
  marks: readonly PendingMark[]
  onDrop: () => Promise<void>
}

/** Who has made marks takes them along as a file, or gives them up. */
function KeptActions({ marks, onDrop }: KeptActionsProps) {
  const lines = useMarkLines()(marks)
  const save = () => saveFile('muster-marks.txt', new Blob([lines.join('\r\n')], { type: 'text/plain' }))
  return (
    <>
      {lines.length > 0 && (
        <Button onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
      )}{' '}
      <Button kind="quiet" onClick={() => void onDrop()}>
        <Trans>Remove from this device</Trans>
      </Button>
    </>
  )
}

/** One line for each mark of whoever is logged in. Those of others are counted only. */
function useMarkLines(): (marks: readonly PendingMark[]) => string[] {
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
      .filter(({ mark }) => mark.by === ownUserId())
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
