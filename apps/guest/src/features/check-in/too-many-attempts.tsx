import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Notice } from '@gatehouse/ui/core/notice'

/** Too many wrong codes: what to do, and when. A screen reader announces the first countdown only. */
export default function TooManyAttempts({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Notice kind="caution" title={<Trans>Too many attempts.</Trans>}>
      <p>
        <Trans>Please check the code on the temperature device, or measure again.</Trans>
      </p>
      {left > 0 ? (
        <p aria-live="off">
          <Trans>You can try again in {time}.</Trans>
        </p>
      ) : (
        <p>
          <Trans>You can try again now.</Trans>
        </p>
      )}
    </Notice>
  )
}

/** The whole seconds that are left, from the first render on. It follows the clock, so that it is right after the phone slept. */
function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
