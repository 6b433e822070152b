import { ApiError, isForeignResponse } from '@gatehouse/api-client/api-error'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import {
  dayPeriodsOf,
  formatDay,
  formatTime,
  formatZone,
  shownHour,
  timeOfDayIn,
  timePartName,
} from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { api, checkOutEndpoint } from '../../../lib/api.ts'
import { pressStartAgain } from '../check-in.ts'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import styles from './check-out-step.module.css'
import { checkOutTime, type Correction } from './check-out-time.ts'
import { useServerClock } from './server-clock.ts'
import { ForeignNotice } from '../foreign-notice.tsx'
import { useIsSlow } from '../use-is-slow.ts'
import { useGoToStep } from '../step-navigation.ts'
import { recordCheckOut, useVisitEnd } from '../visit-updates.ts'
import { venueZone } from '../venue-zone.ts'
import { errorMessage } from '../visitor-messages.ts'
import { Button } from '@gatehouse/ui/core/button'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import { TimeInput } from '@gatehouse/ui/core/time-input'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

type Failure = ErrorCode | 'no_response' | 'foreign'
type Sending = { status: 'not-submitted' | 'started' } | { status: 'failed'; code: Failure }

/** The check-out: now, or at another time since the sign-in. */
export function CheckOutStep() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { siteName, kiosk } = useMachine()
  const checkIn = useCheckIn((state) => state.checkIn)
  const clock = useServerClock()
  const goToStep = useGoToStep()
  /** The value of the time input; undefined while it follows the clock. */
  const [chosen, setChosen] = useState<string>()
  /** Why the shown time is not the one that was typed. */
  const [corrected, setCorrected] = useState<Correction>()
  const [sending, setSending] = useState<Sending>({ status: 'not-submitted' })
  useVisitEnd(checkIn)
  const isSlow = useIsSlow(sending.status === 'started' ? sending : undefined)
  const calls = useRef(0)
  if (!checkIn) return null

  const zone = venueZone()
  const now = clock.now()
  const signedInAt = new Date(checkIn.submissionTime)
  const { time, correction } = checkOutTime(chosen, signedInAt, now, zone)

  /** Takes the allowed time in place of the typed one. The note below the field says so. */
  const correct = () => {
    if (!correction) return
    setChosen(time < now ? timeOfDayIn(time, zone) : undefined)
    setCorrected(correction)
  }
  const choose = (timeOfDay: string | undefined) => {
    setChosen(timeOfDay)
    setCorrected(undefined)
  }

  const checkOut = async () => {
    if ((sending.status === 'started' && !isSlow) || checkIn.checkOutToken === null) return
    correct()
    calls.current += 1
    const call = calls.current
    setSending({ status: 'started' })
    const result = await sendCheckOut(
      checkIn.checkOutToken,
      checkOutTime(chosen, signedInAt, clock.now(), zone).time,
      clock.offset,
    )
    if ('time' in result) recordCheckOut(result.time)
    // A call that was pressed for again does not fail: the first answer counts.
    else if (call === calls.current) setSending({ status: 'failed', code: result.code })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void checkOut()
      }}
    >
      <div>
        <p className={styles.venue}>{siteName}</p>
        <h1 className={styles.title}>
          <Trans>Check Out</Trans>
        </h1>
        <p className={styles.signIn}>
          <SignInTime at={checkIn.submissionTime} />
        </p>
      </div>
      <div className={styles.card}>
        <TimeInput
          label={<Trans>Check-out time</Trans>}
          partName={(part) => timePartName(part, language)}
          dayPeriods={dayPeriodsOf(language)}
          value={chosen ?? timeOfDayIn(now, zone)}
          onChange={choose}
          onLeave={correct}
          shortcut={
            <Button
              aria-pressed={chosen === undefined}
              icon={chosen === undefined && <TickIcon />}
              onClick={() => choose(undefined)}
            >
              <Trans>Now</Trans>
            </Button>
          }
          hint={`${formatDay(time, language, zone)}, ${formatZone(time, language, zone)}`}
        />
        <p className={styles.note} role="status">
          {correction ? (
            <>
              {correctionReasons[correction]}{' '}
              <Trans>The check-out will be at this time: {formatTime(time, language, zone)}.</Trans>
            </>
          ) : (
            corrected && correctionTexts[corrected]
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <div aria-live="polite">
          {isSlow && (
            <Notice kind="caution" title={<Trans>Waiting for a response. Please try again.</Trans>} />
          )}
          {sending.status === 'failed' && sending.code === 'foreign' && <ForeignNotice />}
          {sending.status === 'failed' && sending.code !== 'foreign' && (
            <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
              {sending.code === 'no_response' ? (
                <Trans>Please check your connection and try again.</Trans>
              ) : sending.code === 'not_found' ? (
                <Trans>Your sign-in could not be found. Please check out with a member of staff.</Trans>
              ) : (
                i18n._(errorMessage(sending.code))
              )}
            </Notice>
          )}
        </div>
        <Button
          type="submit"
          kind="primary"
          full
          busy={sending.status === 'started' && !isSlow}
          // A field that loses the focus may be corrected and move the button away before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {sending.status === 'failed' || isSlow ? <Trans>Retry</Trans> : <Trans>Check Out</Trans>}
        </Button>
        <Button
          kind="quiet"
          full
          onClick={kiosk ? pressStartAgain : () => goToStep('complete', { replace: true })}
        >
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  )
}

/** When the visitor had signed in. */
function SignInTime({ at }: { at: string }) {
  const language = useLanguage()
  const zone = venueZone()
  const time = formatTime(at, language, zone)
  const day = formatDay(at, language, zone)
  // English has one form. Spanish has two: "a la 1:37", "a las 2:37".
  return (
    <Plural
      value={shownHour(at, language, zone)}
      one={`Signed in at ${time}, ${day}`}
      other={`Signed in at ${time}, ${day}`}
    />
  )
}

/** While a time is being typed. */
const correctionReasons: Record<Correction, ReactNode> = {
  later_than_now: <Trans>Later than now.</Trans>,
  earlier_than_sign_in: <Trans>Earlier than the sign-in.</Trans>,
  no_such_time: <Trans>The clocks went forward then.</Trans>,
}

/** Once the field shows the allowed time. */
const correctionTexts: Record<Correction, ReactNode> = {
  later_than_now: <Trans>Later than now, so set to now.</Trans>,
  earlier_than_sign_in: <Trans>Earlier than the sign-in, so set to the sign-in.</Trans>,
  no_such_time: <Trans>The clocks went forward then, so set to the time after.</Trans>,
}

/**
 * Checks out the visit of a token. A repeated call gets the time of the first one.
 * @param timeOffset how many milliseconds the server's clock is ahead of the phone's
 */
async function sendCheckOut(
  checkOutToken: string,
  time: Date,
  timeOffset: number,
): Promise<{ time: string } | { code: Failure }> {
  try {
    return await api.call(checkOutEndpoint, {
      body: {
        checkOutToken,
        time: time.toISOString(),
        timeOffset,
        timeZoneOffset: time.getTimezoneOffset(),
        timeZone: ownTimeZone(),
      },
    })
  } catch (error) {
    if (isForeignResponse(error)) return { code: 'foreign' }
    return { code: error instanceof ApiError ? error.code : 'no_response' }
  }
}
