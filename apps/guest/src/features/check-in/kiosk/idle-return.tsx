import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { readMoment } from '../../../lib/moment.ts'
import { startAgain } from '../start-again.ts'
import { useCheckIn } from '../check-in-store.ts'
import { switchLanguage } from '../form-actions.ts'
import type { Step } from '../form/flow.ts'
import styles from './idle-return.module.css'
import {
  ANNOUNCED_SECONDS,
  announcedSeconds,
  kioskReturn,
  type KioskReturn,
  timeLeft,
} from './kiosk-return.ts'

const TICK_MS = 1000
const activity = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/**
 * Returns a kiosk to its empty start screen after each result and after a time without input, and
 * announces it first.
 */
export function IdleReturn({ step }: { step: Step }) {
  const announcedBy = useCheckIn((state) => kioskReturn(state, step)?.announcedBy)
  const afterMs = useCheckIn((state) => kioskReturn(state, step)?.afterMs)
  if (announcedBy === undefined || afterMs === undefined) return null
  // A return of another kind or length restarts the countdown.
  return <Countdown key={`${step} ${announcedBy} ${afterMs}`} due={{ announcedBy, afterMs }} />
}

function Countdown({ due }: { due: KioskReturn }) {
  const { t } = useLingui()
  const { announcedBy, afterMs } = due
  const [wait, setWait] = useState(() => ({ left: afterMs, at: readMoment() }))
  const button = useRef<HTMLButtonElement>(null)
  const left = announcedSeconds(due, wait.left)
  const isDialogOpen = announcedBy === 'dialog' && left !== undefined

  const stay = useCallback(() => setWait({ left: afterMs, at: readMoment() }), [afterMs])

  useEffect(() => {
    const timer = setInterval(() => {
      const at = readMoment()
      const later = timeLeft({ announcedBy, afterMs }, wait.left, wait.at, at)
      if (later > 0) return setWait({ left: later, at })
      // If the screen stays the same, as on the start screen, the countdown restarts.
      stay()
      return returnToStart()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [announcedBy, afterMs, wait, stay])

  useEffect(() => {
    // While the dialog is open, only its buttons count as input.
    if (isDialogOpen) return undefined
    for (const type of activity) addEventListener(type, stay, { passive: true })
    return () => {
      for (const type of activity) removeEventListener(type, stay)
    }
  }, [isDialogOpen, stay])

  useEffect(() => {
    if (!isDialogOpen) return undefined
    button.current?.focus()
    return () => {
      // The dialog restores the previous focus. If nothing had it, the focus would be lost.
      if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [isDialogOpen])

  return (
    <>
      <Dialog
        isOpen={isDialogOpen}
        onClose={stay}
        title={<Trans>Are you still there?</Trans>}
        closeLabel={t`I am still here`}
        actions={
          <Button ref={button} kind="primary" full onClick={stay}>
            <Trans>I am still here</Trans>
          </Button>
        }
      >
        <p>
          <Trans>This page returns to the start, and your details are deleted.</Trans>
        </p>
        <p className={styles.seconds} role="timer" translate="no">
          <Plural value={left ?? 0} one="# second" other="# seconds" />
        </p>
      </Dialog>
      {announcedBy === 'line' && left !== undefined && <Line left={left} onStay={stay} />}
    </>
  )
}

/** The announcement below a result. Screen readers read it once, not every second. */
function Line({ left, onStay }: { left: number; onStay: () => void }) {
  return (
    <div className={styles.line}>
      <VisuallyHidden>
        <span role="status">
          {left <= ANNOUNCED_SECONDS && <Trans>This page returns to the start soon.</Trans>}
        </span>
      </VisuallyHidden>
      <p role="timer" translate="no">
        <Plural value={left} one="Back to the start in # second" other="Back to the start in # seconds" />
      </p>
      <Button kind="quiet" onClick={onStay}>
        <Trans>More time</Trans>
      </Button>
    </div>
  )
}

function returnToStart(): void {
  startAgain()
  // This also fetches the current questions: the page stays open for weeks.
  void switchLanguage(runtimeConfig.language)
}
