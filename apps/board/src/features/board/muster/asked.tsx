import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MusterSession } from './muster-session.ts'

/** What only the server can do. */
export type Wish = 'end' | 'real'

export interface Asked {
  wish: Wish
  /** `other`: another muster runs now, and nothing was ended. */
  state: 'waiting' | 'failed' | 'other'
  /** The muster of that moment. */
  musterId: string
}

/** Asks for the end of a muster, or makes a drill a real one. */
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

/** Whether the muster shows by now what was asked for: the answer may have been lost, or others have done it. */
const hasHappened = ({ wish, state, musterId }: Asked, { id, drill }: Muster): boolean =>
  wish === 'real' ? !drill : state !== 'waiting' && id !== musterId

/** What has become of it. Nothing of it waits to be sent: whoever was not heard has to press again. */
export function AskedNotice({ asked, muster }: { asked: Asked | undefined; muster: Muster }) {
  if (!asked || hasHappened(asked, muster)) return null
  if (asked.state === 'waiting')
    return (
      <WaitingText>
        {asked.wish === 'real' ? (
          <Trans>The server is being asked to make the drill real…</Trans>
        ) : (
          <Trans>The server is being asked to end it…</Trans>
        )}
      </WaitingText>
    )
  if (asked.state === 'other')
    return (
      <Notice kind="danger" live="assertive" title={<Trans>Nothing was ended</Trans>}>
        <Trans>Another muster runs now and is shown. To end it, press once more.</Trans>
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
      <Trans>The server did not answer. This is not sent later: please press again.</Trans>
    </Notice>
  )
}
