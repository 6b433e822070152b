import { ApiError, isForeignResponse } from '@gatehouse/api-client/api-error'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import {
  dayPeriodsOf,
  formatDay,
  formatTime,
  formatZone,
  timeOfDayIn,
  timePartName,
} from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { pressStartAgain } from '../start-again.ts'
import { useCheckIn, useMachine, venueNameOf } from '../check-in-store.ts'
import { checkOutEndpoint } from '../../../lib/check-out-api.ts'
import styles from './check-out-step.module.css'
import { checkOutTime, type Correction, daysOf } from './check-out-time.ts'
import { useServerClock } from './server-clock.ts'
import { SignInTime } from '../sign-in-time.tsx'
import { ForeignNotice } from '../foreign-notice.tsx'
import { SlowNotice } from '../slow-notice.tsx'
import { useIsSlow } from '../use-is-slow.ts'
import { useGoToStep } from '../step-navigation.ts'
import { retryDelay } from '../submission/submission.ts'
import { recordCheckOut, useVisitEnd } from '../visit-updates.ts'
import { venueZone } from '../venue-zone.ts'
import { errorMessage } from '../error-messages.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TimeInput } from '@gatehouse/ui/core/time-input'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

type Failure = ErrorCode | 'no_response' | 'foreign'
interface Failed {
  code: Failure
  /** The server has the request and says no. Else it is sent again. */
  isRefused?: boolean
  retryAfterSeconds?: number | undefined
}
type Sending = { status: 'not-submitted' | 'started' } | ({ status: 'failed'; leaving: Date } & Failed)

/** The check-out: now, or at another time since the sign-in. */
export function CheckOutStep() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { kiosk } = useMachine()
  const venueName = useCheckIn(venueNameOf)
  const checkIn = useCheckIn((state) => state.checkIn)
  const clock = useServerClock(checkIn?.clockOffset)
  const goToStep = useGoToStep()
  /** The value of the time input; undefined while it follows the clock. */
  const [chosen, setChosen] = useState<string>()
  /** Whether what is typed is a time. */
  const [isTime, setIsTime] = useState(true)
  /** How often Check Out was pressed with something else. */
  const [failedChecks, setFailedChecks] = useState(0)
  /** The day, of a visit of several days. */
  const [chosenDay, setChosenDay] = useState<string>()
  /** Why the shown time is not the one that was typed. */
  const [corrected, setCorrected] = useState<Correction>()
  const [sending, setSending] = useState<Sending>({ status: 'not-submitted' })
  /** The time that the server may have by now. */
  const [sent, setSent] = useState<Date>()
  useVisitEnd(checkIn)
  const isSlow = useIsSlow(sending.status === 'started' ? sending : undefined)
  const calls = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failedChecks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failedChecks])
  const send = async (leaving: Date) => {
    if (!checkIn?.checkOutToken) return
    calls.current += 1
    const call = calls.current
    if (navigator.onLine) setSent((before) => before ?? leaving)
    const result = await sendCheckOut(checkIn.checkOutToken, leaving, clock.offset)
    if ('time' in result) recordCheckOut(checkIn, result.time)
    // A call that was sent again does not fail: the first answer counts.
    else if (call === calls.current) {
      setSending({ status: 'failed', leaving, ...result })
      if (result.isRefused) setSent(undefined)
    }
  }
  const unanswered = sending.status === 'failed' && !sending.isRefused ? sending : undefined
  useEffect(() => {
    if (!unanswered) return undefined
    const { leaving, retryAfterSeconds } = unanswered
    const sendAgain = () => void send(leaving)
    const delay = retryDelay({ sendsWithoutResponse: calls.current, retryAfterSeconds }, Math.random())
    const timer = setTimeout(sendAgain, delay)
    addEventListener('online', sendAgain)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', sendAgain)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [unanswered])
  if (!checkIn) return null

  const zone = venueZone()
  const now = clock.now()
  const signedInAt = new Date(checkIn.submissionTime)
  const days = daysOf(signedInAt, now, zone)
  const day = days.find((each) => nameOf(each) === chosenDay) ?? days[0]
  /** Where the hour of the sign-in occurred twice, its time of day alone would be the later one. */
  const timeAt = (moment: Date) =>
    corrected === 'earlier_than_sign_in'
      ? { time: signedInAt, correction: undefined }
      : checkOutTime(chosen, signedInAt, moment, zone, day)
  const { time, correction: reason } = timeAt(now)
  // What is no time stands as it was typed.
  const correction = isTime ? reason : undefined

  /** Takes the allowed time in place of the typed one. The note below the field says so. */
  const correct = () => {
    if (!correction) return
    choose(time < now ? timeOfDayIn(time, zone) : undefined, nameOf(time))
    setCorrected(correction)
  }
  const sentTime = sent && formatTime(sent, language, zone)
  const choose = (timeOfDay: string | undefined, onDay = chosenDay) => {
    setChosen(timeOfDay)
    setChosenDay(onDay)
    setIsTime(true)
    setCorrected(undefined)
    // What has reached nobody is not sent any more.
    if (!unanswered || sent) return
    calls.current += 1
    setSending({ status: 'not-submitted' })
  }

  const checkOut = async () => {
    if ((sending.status === 'started' && !isSlow) || checkIn.checkOutToken === null) return
    if (!isTime) return setFailedChecks((count) => count + 1)
    correct()
    setSending({ status: 'started' })
    await send(timeAt(clock.now()).time)
  }

  return (
    <form
      ref={form}
      className={kiosk ? `${styles.form} ${styles.kiosk}` : styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void checkOut()
      }}
    >
      <div>
        <p className={styles.venue}>{venueName}</p>
        <h1 className={styles.title}>
          <Trans>Check Out</Trans>
        </h1>
        <p className={styles.signIn}>
          <SignInTime at={checkIn.submissionTime} />
        </p>
      </div>
      <div className={day ? `${styles.card} ${styles.days}` : styles.card}>
        {day && (
          <Field label={<Trans>Day</Trans>}>
            <SelectInput
              value={nameOf(day)}
              onChange={(event) => choose(chosen ?? timeOfDayIn(now, zone), event.target.value)}
            >
              {days.map((each) => (
                <option key={nameOf(each)} value={nameOf(each)}>
                  {formatDay(each, language, zone)}
                </option>
              ))}
            </SelectInput>
          </Field>
        )}
        <TimeInput
          label={<Trans>Check-out time</Trans>}
          partName={(part) => timePartName(part, language)}
          faultOf={(part, least, most) => (
            <Trans>
              Please enter {least} to {most} ({timePartName(part, language)}).
            </Trans>
          )}
          dayPeriods={dayPeriodsOf(language)}
          value={chosen ?? timeOfDayIn(now, zone)}
          isTime={isTime}
          isChecked={failedChecks > 0}
          onChange={(timeOfDay, isWhole) => {
            choose(timeOfDay)
            setIsTime(isWhole)
          }}
          onLeave={correct}
          shortcut={
            <Button
              aria-pressed={chosen === undefined}
              icon={chosen === undefined && <TickIcon />}
              onClick={() => choose(undefined, nameOf(now))}
            >
              <Trans>Now</Trans>
            </Button>
          }
          hint={
            day
              ? formatZone(time, language, zone)
              : `${formatDay(time, language, zone)}, ${formatZone(time, language, zone)}`
          }
        />
        <p className={styles.note} role="status">
          {sentTime && sentTime !== formatTime(time, language, zone) ? (
            <Trans>Sent with {sentTime} – correct it at the desk.</Trans>
          ) : correction ? (
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
          {isSlow && <SlowNotice />}
          {sending.status === 'failed' && sending.code === 'foreign' && <ForeignNotice />}
          {sending.status === 'failed' && sending.code !== 'foreign' && (
            <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
              {sending.code === 'no_response' ? (
                <Trans>Please check your connection and try again.</Trans>
              ) : sending.code === 'not_found' ? (
                <Trans>Your sign-in could not be found. Please check out with a member of staff.</Trans>
              ) : sending.code === 'time_out_of_range' ? (
                <Trans>The check-out time must lie between your sign-in and now.</Trans>
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

/** The name of a day in the form. It is the same in every language. */
function nameOf(moment: Date): string {
  return formatDay(moment, 'en', venueZone())
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
): Promise<{ time: string } | Failed> {
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
    return error instanceof ApiError
      ? {
          code: error.code,
          isRefused: error.status < 500 && error.status !== 429,
          retryAfterSeconds: error.retryAfterSeconds,
        }
      : { code: 'no_response' }
  }
}
