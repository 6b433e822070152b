import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import type { Program } from '@gatehouse/validation/endpoints/own-sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { toastError } from '../../lib/toast-error.tsx'
import { OwnedList } from './owned-list.tsx'
import {
  forgetDevice,
  logOutEverywhere,
  ownSessionsQuery,
  rememberedDevicesQuery,
  revokeSession,
} from './session-queries.ts'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

/** The user's own sessions, and the devices that need no second factor. */
export function OwnSessionLists() {
  const { t } = useLingui()
  const sessions = useInfiniteQuery(ownSessionsQuery)
  const devices = useInfiniteQuery(rememberedDevicesQuery)
  const nameOf = useProgramName()
  return (
    <>
      <OwnedList
        title={<Trans>Where you are logged in</Trans>}
        failedTitle={<Trans>Your sessions could not be loaded</Trans>}
        query={sessions}
        describe={({ program, last_seen_at, current, authenticated }) => ({
          name: nameOf(program),
          at: last_seen_at,
          badge: current ? (
            <StateBadge kind="good" text={msg`This session`} />
          ) : (
            !authenticated && <StateBadge kind="caution" text={msg`Code not entered yet`} />
          ),
          canEnd: !current,
        })}
        endLabel={<Trans>Log out</Trans>}
        endName={(program) => t`Log out ${program}`}
        onEnd={revokeSession}
      />
      <OwnedList
        title={<Trans>Remembered devices</Trans>}
        failedTitle={<Trans>Your devices could not be loaded</Trans>}
        emptyText={<Trans>Your second step is not remembered on any device.</Trans>}
        query={devices}
        describe={({ program, last_used_at }) => ({
          name: nameOf(program),
          at: last_used_at,
          canEnd: true,
        })}
        endLabel={<Trans>Forget</Trans>}
        endName={(program) => t`Forget ${program}`}
        onEnd={forgetDevice}
      />
    </>
  )
}

/** Asks before all sessions end. */
export function EverywhereQuestion({ onEnded, onKeep }: { onEnded: () => void; onKeep: () => void }) {
  const end = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: onEnded,
    onError: toastError,
  })
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>Log out everywhere?</Trans>}
      action={
        <>
          <Button size="small" onClick={onKeep} autoFocus>
            <Trans>Stay logged in</Trans>
          </Button>{' '}
          <Button size="small" kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            <Trans>Yes, log out everywhere</Trans>
          </Button>
        </>
      }
    >
      <Trans>All sessions end, including this one, and all remembered devices are forgotten.</Trans>
    </Notice>
  )
}

/** The name of a program that signed in, in the language of the page. */
function useProgramName(): (program: Program) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    const program = browser ?? t`Other program`
    return system === null ? program : t`${program} on ${system}`
  }
}
