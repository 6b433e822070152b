import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MusterSession } from './muster-session.ts'

/** Actions that need the server. */
export type Wish = 'end' | 'real'

export interface Asked {
  wish: Wish
  /** `other`: another muster is running now, and nothing was ended. */
  state: 'waiting' | 'failed' | 'other'
  /** The muster at the time of the request. */
  musterId: string
}

/** Requests the end of a muster, or makes a drill real. */
export function useAsked(session: MusterSession): { asked: Asked | undefined; ask: (wish: Wish) => void } {
  const [asked, setAsked] = useState<Asked>()
  const ask = (wish: Wish) => {
    const say = (state: Asked['state']) =>
      setAsked({ wish, state, musterId: session.get().current?.muster.id ?? '' })
    say('waiting')
    const request = wish === 'end' ? session.end() : session.makeReal()
    request.then(
      (isDone) => (isDone === false ? say('other') : setAsked(undefined)),
      () => say('failed'),
    )
  }
  return { asked, ask }
}

/**
 * Whether the request has taken effect: its response may have been lost, or another device did it.
 */
const hasHappened = ({ wish, state, musterId }: Asked, { id, drill }: Muster): boolean =>
  wish === 'real' ? !drill : state !== 'waiting' && id !== musterId

/** The state of the request. It is not queued: after a failure the warden presses again. */
export function AskedNotice({ asked, muster }: { asked: Asked | undefined; muster: Muster }) {
  if (!asked || hasHappened(asked, muster)) return null
  if (asked.state === 'waiting')
    return (
      <WaitingText>
        {asked.wish === 'real' ? (
          <Trans>Making the drill real on the server…</Trans>
        ) : (
          <Trans>Ending the muster on the server…</Trans>
        )}
      </WaitingText>
    )
  if (asked.state === 'other')
    return (
      <Notice kind="danger" live="assertive" title={<Trans>Nothing was ended</Trans>}>
        <Trans>Another muster is running and is shown here. Press again to end it.</Trans>
      </Notice>
    )
  return (
    <Notice
      kind="danger"
      live="assertive"
      title={
        asked.wish === 'real' ? (
          <Trans>The drill could not be made real</Trans>
        ) : (
          <Trans>The muster could not be ended</Trans>
        )
      }
    >
      <Trans>The server did not respond. Press again: this is not sent later.</Trans>
    </Notice>
  )
}
