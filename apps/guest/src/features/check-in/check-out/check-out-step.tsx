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
import { pressStartAgain } from '../start-again.ts'
import { useCheckIn, useMachine, venueNameOf } from '../check-in-store.ts'
import styles from './check-out-step.module.css'
import { checkOutTime, type Correction, daysOf } from './check-out-time.ts'
import { useServerClock } from './server-clock.ts'
import { SignInTime } from '../sign-in-time.tsx'
import { NoAnswer } from '../no-answer.tsx'
import { leave, stay, useDeparture } from '../departure.ts'
import { LeavingWords } from '../leaving-words.tsx'
import { useIsSlow } from '../use-is-slow.ts'
import { useGoToStep } from '../step-navigation.ts'
import { useVisitEnd } from '../visit-updates.ts'
import { venueZone } from '../venue-zone.ts'
import { errorMessage } from '../error-messages.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TimeInput } from '@gatehouse/ui/core/time-input'

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
  /** Whether the typed text is a valid time. */
  const [isTime, setIsTime] = useState(true)
  /** How often Check Out was pressed with an invalid time. */
  const [failedChecks, setFailedChecks] = useState(0)
  /** The chosen day of a visit that lasts several days. */
  const [chosenDay, setChosenDay] = useState<string>()
  /** Why the shown time differs from the typed one. */
  const [corrected, setCorrected] = useState<Correction>()
  const departure = useDeparture(checkIn)
  useVisitEnd(checkIn)
  const isSlow = useIsSlow(departure?.status === 'sending' ? departure : undefined)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failedChecks > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failedChecks])
  if (!checkIn) return null

  const zone = venueZone()
  const now = clock.now()
  const signedInAt = new Date(checkIn.submissionTime)
  const days = daysOf(signedInAt, now, zone)
  const day = days.find((each) => nameOf(each) === chosenDay) ?? days[0]
  /** If the hour of the sign-in occurred twice, its time of day alone would mean the later one. */
  const timeAt = (moment: Date) =>
    corrected === 'earlier_than_sign_in'
      ? { time: signedInAt, correction: undefined }
      : checkOutTime(chosen, signedInAt, moment, zone, day)
  const { time, correction: reason } = timeAt(now)
  // Invalid text stays as it was typed.
  const correction = isTime ? reason : undefined

  /** Replaces the typed time by the allowed one. The note below the field says so. */
  const correct = () => {
    if (!correction) return
    choose(time < now ? timeOfDayIn(time, zone) : undefined, nameOf(time))
    setCorrected(correction)
  }
  const isBusy = departure?.status === 'sending' && !isSlow
  const { leaving } = checkIn
  const leavingTime = leaving && formatTime(leaving.time, language, zone)
  const sentTime = leaving?.isSent ? leavingTime : undefined
  const choose = (timeOfDay: string | undefined, onDay = chosenDay) => {
    setChosen(timeOfDay)
    setChosenDay(onDay)
    setIsTime(true)
    setCorrected(undefined)
    if (departure?.status === 'refused' || (leaving && !leaving.isSent)) stay(checkIn)
  }

  const checkOut = () => {
    if (isBusy) return
    if (!isTime) return setFailedChecks((count) => count + 1)
    correct()
    leave(checkIn, timeAt(clock.now()).time, clock.offset)
  }

  return (
    <form
      ref={form}
      className={kiosk ? `${styles.form} ${styles.kiosk}` : styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        checkOut()
      }}
    >
      <div>
        {!kiosk && <p className={styles.venue}>{venueName}</p>}
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
            <Trans>Sent with {sentTime}. To correct it, ask at the desk.</Trans>
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
          {departure?.status === 'refused' && (
            <Notice kind="danger" title={<Trans>Submission failed.</Trans>}>
              {departure.code === 'not_found' ? (
                <Trans>We couldn’t find your sign-in. Check out with a member of staff.</Trans>
              ) : departure.code === 'time_out_of_range' ? (
                <Trans>The check-out time must be between your sign-in and now.</Trans>
              ) : (
                i18n._(errorMessage(departure.code))
              )}
            </Notice>
          )}
          {leavingTime && !isBusy && (
            <NoAnswer stranger={departure?.status === 'waiting' ? departure.stranger : undefined}>
              <LeavingWords time={leavingTime} />
            </NoAnswer>
          )}
        </div>
        <Button
          type="submit"
          kind="primary"
          full
          busy={isBusy}
          // Blur may correct the field and move the button away before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {leaving && !isBusy ? <Trans>Retry</Trans> : <Trans>Check Out</Trans>}
        </Button>
        <Button
          kind="quiet"
          full
          onClick={kiosk ? pressStartAgain : () => goToStep('complete', { replace: true })}
        >
          {!kiosk ? <Trans>Back</Trans> : leaving ? <Trans>Done</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </div>
    </form>
  )
}

/** The form's value for a day. It is the same in every language. */
function nameOf(moment: Date): string {
  return formatDay(moment, 'en', venueZone())
}

/** Shown while a time is being typed. */
const correctionReasons: Record<Correction, ReactNode> = {
  later_than_now: <Trans>Later than now.</Trans>,
  earlier_than_sign_in: <Trans>Earlier than the sign-in.</Trans>,
  no_such_time: <Trans>The clocks went forward then.</Trans>,
}

/** Shown once the field contains the allowed time. */
const correctionTexts: Record<Correction, ReactNode> = {
  later_than_now: <Trans>Later than now, so set to now.</Trans>,
  earlier_than_sign_in: <Trans>Earlier than the sign-in, so set to the sign-in.</Trans>,
  no_such_time: <Trans>The clocks went forward then. Changed to the next valid time.</Trans>,
}
