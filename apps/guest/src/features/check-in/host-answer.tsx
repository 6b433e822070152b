import type { EndpointResult } from '@gatehouse/validation/endpoint'
import type * as declared from '@gatehouse/validation/endpoints/check-in'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import { api } from '../../lib/api.ts'
import { elapsed, readMoment } from '../../lib/moment.ts'
import './host-texts.ts'

const getHostAnswerEndpoint = withoutSchemas<typeof declared.getHostAnswerEndpoint>(
  { method: 'POST', path: '/checkin/host-answer' },
  'isTold',
)

const ASK_MS = 10_000
/** The interval after `SOON_MS`: most hosts have answered by then. */
const LATER_MS = 60_000
const SOON_MS = 30 * 60_000

type Answer = EndpointResult<typeof getHostAnswerEndpoint>

/** Whether the host was notified, and the host's answer. Polls while mounted. */
export default function HostAnswer({ checkOutToken }: { checkOutToken: string }) {
  const known = useAnswer(checkOutToken)
  if (!known?.isTold || known.host === null) return null
  return (
    <Notice kind={known.answer === 'not_here' ? 'caution' : 'info'} live="polite">
      {messageOf(known.host, known.answer)}
    </Notice>
  )
}

function messageOf(host: string, answer: Answer['answer']): ReactNode {
  switch (answer) {
    case null:
      return <Trans>{host} knows that you are here.</Trans>
    case 'on_my_way':
      return <Trans>{host} is on the way to you.</Trans>
    case 'sending_somebody':
      return <Trans>{host} is sending someone to meet you.</Trans>
    case 'not_here':
      return <Trans>{host} is not here today. Please speak with a member of staff.</Trans>
  }
}

function useAnswer(checkOutToken: string): Answer | undefined {
  const [known, setKnown] = useState<Answer>()
  useEffect(() => {
    const began = readMoment()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        const answer = await api
          .call(getHostAnswerEndpoint, { body: { checkOutToken } })
          // On failure the known answer stays; the next poll tries again.
          .catch(() => undefined)
        if (isOver) return
        if (answer) setKnown(answer)
        if (answer && !answer.isTold) return
      }
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), elapsed(began, readMoment()) < SOON_MS ? ASK_MS : LATER_MS)
    }
    const wake = () => document.visibilityState === 'visible' && void ask()
    void ask()
    document.addEventListener('visibilitychange', wake)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [checkOutToken])
  return known
}
