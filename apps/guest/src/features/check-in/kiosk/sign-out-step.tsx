import { ApiError, type Stranger, strangerOf } from '@gatehouse/api-client/api-error'
import { Button } from '@gatehouse/ui/core/button'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { TextInput } from '@gatehouse/ui/core/text-input'
import type { OwnVisit } from '@gatehouse/validation/endpoints/kiosk'
import { visitLimits } from '@gatehouse/validation/limits'
import { plainDigits } from '@gatehouse/validation/plain-digits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { readClock } from '../../../lib/clock.ts'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import checkOutStyles from '../check-out/check-out-step.module.css'
import { AGAIN_MS, NoAnswer } from '../no-answer.tsx'
import { SignInTime } from '../sign-in-time.tsx'
import { createStoredCheckIn } from '../stored-check-ins.ts'
import { useGoToStep } from '../step-navigation.ts'
import { daysOf } from '../check-out/check-out-time.ts'
import { leave } from '../departure.ts'
import { venueZone } from '../venue-zone.ts'
import { useIsSlow } from '../use-is-slow.ts'
import { checkName } from '../form/details.ts'
import { detailMessage } from '../visitor-messages.ts'
import { findOwnVisitEndpoint } from './kiosk-api.ts'
import { readKioskToken } from '../kiosk-token.ts'
import styles from './sign-out-step.module.css'

type Search =
  | { status: 'asked' | 'searching' | 'no-response' }
  | { status: 'foreign'; stranger: Stranger }
  /**
   * The server's errors by field, as keys of `field-codes.ts`; empty if it rejects for another
   * reason.
   */
  | { status: 'refused'; fieldCodes: Record<string, string> }
  /** `clockOffset`: how many milliseconds the server's clock was ahead of the kiosk's. */
  | { status: 'found'; visits: OwnVisit[]; clockOffset: number }
  | { status: 'limited'; minutes: number }

const fields = ['firstName', 'lastName', 'mobileEnding'] as const
type SearchField = (typeof fields)[number]
const nothingTyped: Record<SearchField, string> = { firstName: '', lastName: '', mobileEnding: '' }

/** Finds one's own visit by name and the last digits of the mobile. No visits are listed before. */
export function SignOutStep() {
  const { t, i18n } = useLingui()
  const { id: machineId } = useMachine()
  const [typed, setTyped] = useState(nothingTyped)
  const [search, setSearch] = useState<Search>({ status: 'asked' })
  const [failedChecks, setFailedChecks] = useState(0)
  /** Only the latest search counts, and none after an edit. */
  const latest = useRef(0)
  const running = search.status === 'searching' ? search : undefined
  const isSlow = useIsSlow(running)
  const isBusy = running && !isSlow

  /** The error code of a field before it is sent. */
  const checks: Record<SearchField, () => string | undefined> = {
    firstName: () => checkName(typed.firstName, 'first_name_required'),
    lastName: () => checkName(typed.lastName, 'last_name_required'),
    mobileEnding: () =>
      typed.mobileEnding.length === visitLimits.mobileEndingDigits ? undefined : 'phone_required',
  }
  const messageOf = (field: SearchField, code: string) =>
    field === 'mobileEnding'
      ? t`Please enter the last 3 digits of your mobile`
      : i18n._(detailMessage(code, typed[field]))
  const refused = search.status === 'refused' ? search.fieldCodes : {}
  const errors = fields.flatMap((field) => {
    const code = (failedChecks > 0 ? checks[field]() : undefined) ?? refused[field]
    return code === undefined ? [] : [{ id: field, message: messageOf(field, code) }]
  })
  const errorOf = (field: SearchField) => errors.find(({ id }) => id === field)?.message

  const change = (field: SearchField, text: string) => {
    setTyped((before) => ({ ...before, [field]: text }))
    latest.current += 1
    setSearch({ status: 'asked' })
  }

  const submit = async () => {
    if (fields.some((field) => checks[field]())) setFailedChecks((count) => count + 1)
    else if (!isBusy) {
      const own = (latest.current += 1)
      setSearch({ status: 'searching' })
      await findUntilAnswered(own)
    }
  }

  /**
   * If a proxy answers in place of the server, the search is repeated while its notice is shown.
   */
  const findUntilAnswered = async (own: number): Promise<void> => {
    const found = await findOwnVisits({ machineId, ...typed })
    if (own !== latest.current) return
    setSearch(found)
    if (found.status !== 'foreign' || found.stranger !== 'gateway') return
    await new Promise((later) => setTimeout(later, AGAIN_MS))
    if (own === latest.current) await findUntilAnswered(own)
  }
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )

  const input = (field: SearchField) => ({
    name: field,
    value: typed[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    autoComplete: 'off',
    'aria-required': true,
  })

  return (
    <form
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className={checkOutStyles.title}>
        <Trans>Sign out</Trans>
      </h1>
      <div className={styles.fields}>
        {errors.length > 0 && (
          <ErrorSummary key={failedChecks} title={<Trans>Please check your details</Trans>} errors={errors} />
        )}
        <Field id="firstName" label={<Trans>First name</Trans>} error={errorOf('firstName')}>
          <TextInput {...input('firstName')} autoCapitalize="words" spellCheck={false} />
        </Field>
        <Field id="lastName" label={<Trans>Last name</Trans>} error={errorOf('lastName')}>
          <TextInput {...input('lastName')} autoCapitalize="words" spellCheck={false} />
        </Field>
        <Field
          id="mobileEnding"
          label={<Trans>Last 3 digits of your mobile</Trans>}
          error={errorOf('mobileEnding')}
        >
          <TextInput
            {...input('mobileEnding')}
            onChange={(event) => change('mobileEnding', lastDigits(event.target.value))}
            inputMode="numeric"
          />
        </Field>
      </div>
      <div aria-live="polite">
        {isSlow && <NoAnswer />}
        <SearchResult search={search} />
      </div>
      <Button
        type="submit"
        kind={search.status === 'found' && search.visits.length > 0 ? 'secondary' : 'primary'}
        full
        busy={isBusy}
      >
        <Trans>Find my sign-in</Trans>
      </Button>
    </form>
  )
}

function SearchResult({ search }: { search: Search }): ReactNode {
  switch (search.status) {
    case 'asked':
    case 'searching':
      return null
    case 'no-response':
      return (
        <Notice kind="caution" title={<Trans>There is no connection at the moment.</Trans>}>
          <Trans>Please sign out with a member of staff.</Trans>
        </Notice>
      )
    case 'foreign':
      return <NoAnswer stranger={search.stranger} />
    case 'refused':
      if (fields.some((field) => field in search.fieldCodes)) return null
      return <Notice kind="caution" title={<Trans>Please sign out with a member of staff.</Trans>} />
    case 'limited':
      return (
        <Notice kind="caution" title={<Trans>Too many attempts.</Trans>}>
          <Plural
            value={search.minutes}
            one="Please try again in # minute, or sign out with a member of staff."
            other="Please try again in # minutes, or sign out with a member of staff."
          />
        </Notice>
      )
    case 'found':
      if (search.visits.length > 0) return <FoundVisits {...search} />
      return (
        <Notice kind="caution" title={<Trans>No sign-in was found.</Trans>}>
          <Trans>Enter your name and mobile as you did when you signed in, or ask a member of staff.</Trans>
        </Notice>
      )
  }
}

interface FoundVisitsProps {
  visits: readonly OwnVisit[]
  clockOffset: number
}

/** Choosing a visit checks it out now. After a night the visitor chooses the day first. */
function FoundVisits({ visits, clockOffset }: FoundVisitsProps) {
  const goToStep = useGoToStep()
  const checkOut = ({ firstName, lastInitial, signedInAt, checkOutToken }: OwnVisit) => {
    const result = { submissionTime: signedInAt, checkOutToken }
    const person = { firstName, lastName: lastInitial, mobile: '' }
    const visit = createStoredCheckIn(person, { ...admitted, ...result }, Date.parse(signedInAt), readClock())
    const now = new Date(readClock() + clockOffset)
    useCheckIn.setState({ checkIn: { ...visit, clockOffset } })
    if (daysOf(new Date(signedInAt), now, venueZone()).length === 0)
      leave({ ...visit, clockOffset }, now, clockOffset)
    goToStep('checkout', { replace: true })
  }
  return (
    <ul className={styles.visits}>
      {visits.map((visit) => (
        <li key={visit.checkOutToken}>
          <button type="button" className={styles.visit} onClick={() => checkOut(visit)}>
            <span className={styles.name}>
              {visit.firstName} {visit.lastInitial}
            </span>
            <span>
              <SignInTime at={visit.signedInAt} />
            </span>
            <strong>
              <Trans>Check Out</Trans>
            </strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

const admitted = {
  invalidCode: false,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
}

function lastDigits(text: string): string {
  return plainDigits(text).replace(/\D/g, '').slice(-visitLimits.mobileEndingDigits)
}

async function findOwnVisits(asked: { machineId: string } & Record<SearchField, string>): Promise<Search> {
  const body = { ...asked, kioskToken: readKioskToken(asked.machineId) }
  try {
    const { visits, time } = await api.call(findOwnVisitEndpoint, { body })
    return { status: 'found', visits, clockOffset: Date.parse(time) - readClock() }
  } catch (error) {
    const stranger = strangerOf(error)
    if (stranger) return { status: 'foreign', stranger }
    if (!(error instanceof ApiError) || error.status >= 500) return { status: 'no-response' }
    if (error.status !== 429) return { status: 'refused', fieldCodes: error.fieldCodes }
    return { status: 'limited', minutes: Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60)) }
  }
}
