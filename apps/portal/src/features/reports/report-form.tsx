import { formatCalendarMonth } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { type ReportName, reportSpans } from '@gatehouse/validation/endpoints/reports'
import { limits } from '@gatehouse/validation/limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'
import { PersonSelect } from './person-select.tsx'
import {
  findProblem,
  type ParameterName,
  type Parameters,
  type Problem,
  pickParameters,
} from './report-search.ts'
import { kindLabels } from './report-words.ts'
import styles from './reports-page.module.css'

interface ReportFormProps {
  report: ReportName
  /** The last requested parameters. */
  asked: Parameters | undefined
  onAsk: (asked: Parameters) => void
  isBusy: boolean
}

/**
 * The parameters of a report. It is read when the button is pressed, because each reading is
 * recorded.
 */
export function ReportForm({ report, asked, onAsk, isBusy }: ReportFormProps) {
  const { t } = useLingui()
  const [values, setValues] = useState<Parameters>(() => withPeriod(report, asked ?? {}, new Date()))
  const [problem, setProblem] = useState<Problem>()
  const set = (name: ParameterName) => (value: string) => {
    // Chosen days replace those that a saved report counts back.
    const { span: _span, as_of: _asOf, ...kept } = values
    setValues({
      ...(name === 'from' || name === 'to' || name === 'day' || name === 'at' ? kept : values),
      [name]: value,
    })
    setProblem(undefined)
  }
  const bind = (name: ParameterName) => ({
    value: values[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  })
  const errorOf = (name: Problem['field']) =>
    problem?.field === name ? <ProblemText problem={problem} /> : undefined
  const idOf = (name: ParameterName) => `report-${name}`
  const timeField = (name: 'from' | 'to' | 'day' | 'at', label: ReactNode, hint?: ReactNode) => (
    <Field id={idOf(name)} label={label} hint={hint} error={errorOf(name)}>
      <TextInput type={name === 'at' ? 'datetime-local' : 'date'} {...bind(name)} />
    </Field>
  )
  const submit = () => {
    const chosen = pickParameters(report, values)
    const found = findProblem(report, chosen, new Date())
    setProblem(found)
    if (found) document.getElementById(idOf(found.field))?.focus()
    else onAsk(chosen)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {report === 'contacts' && (
        <PersonSelect
          id={idOf('record')}
          value={values.record ?? ''}
          onChange={set('record')}
          error={errorOf('record')}
        />
      )}
      <SiteSelect
        id={idOf('site')}
        ofRecords
        label={<Trans>Site</Trans>}
        value={values.site ?? ''}
        onChange={set('site')}
        error={errorOf('site')}
        {...(report !== 'roll' && { allLabel: t`All sites` })}
      />
      {report === 'contacts' && (
        <>
          {timeField('from', <Trans>First day</Trans>, <UsualDays days={values.span} />)}
          {timeField('to', <Trans>Last day</Trans>)}
        </>
      )}
      {report === 'headcount' && timeField('day', <Trans>Day</Trans>, <Trans>Defaults to today</Trans>)}
      {report === 'hours' && (
        <>
          <MonthField
            id={idOf('from')}
            label={<Trans>First month</Trans>}
            emptyLabel={t`The last full month`}
            error={errorOf('from')}
            control={bind('from')}
          />
          <MonthField
            id={idOf('to')}
            label={<Trans>Last month</Trans>}
            emptyLabel={t`This month`}
            error={errorOf('to')}
            control={bind('to')}
          />
          <Field label={<Trans>People</Trans>}>
            <SelectInput {...bind('kind')}>
              <option value="">{t`Everyone`}</option>
              <option value="visitor">{t(kindLabels.visitor)}</option>
              <option value="user">{t(kindLabels.user)}</option>
            </SelectInput>
          </Field>
          <Field
            label={<Trans>Role</Trans>}
            hint={<Trans>Such as Contractor. Leave empty for all roles.</Trans>}
          >
            <TextInput {...bind('role')} maxLength={limits.site.labelCharacters} autoComplete="off" />
          </Field>
        </>
      )}
      {report === 'roll' &&
        timeField('at', <Trans>Time</Trans>, <Trans>In the time zone of the site. Defaults to now.</Trans>)}
      <div className={styles.submit}>
        <Button type="submit" kind="primary" busy={isBusy}>
          <Trans>Show</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Hours default to the last full month; the fields show the period. */
function withPeriod(report: ReportName, asked: Parameters, now: Date): Parameters {
  const { from, to, span } = asked
  if (report !== 'hours' || from !== undefined || to !== undefined || span !== undefined) return asked
  const month = monthAgo(now, 1)
  return { ...asked, from: month, to: month }
}

/** In the API's format: `2026-10`. */
const monthAgo = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)

function UsualDays({ days }: { days: string | undefined }) {
  const many = days === undefined ? reportSpans.contacts.usual : Number(days)
  return <Plural value={many} one="Defaults to today" other="Defaults to the last # days" />
}

function ProblemText({ problem: { problem } }: { problem: Problem }) {
  const { contactDays, months } = limits.reports
  switch (problem) {
    case 'missing':
      return <Trans>Please choose one.</Trans>
    case 'order':
      return <Trans>The end is before the start.</Trans>
    case 'days':
      return <Plural value={contactDays} one="At most # day at a time." other="At most # days at a time." />
    case 'months':
      return <Plural value={months} one="At most # month at a time." other="At most # months at a time." />
    case 'future':
      return <Trans>This is in the future.</Trans>
  }
}

/** How many months back can be chosen. */
const MONTHS = 36

interface MonthFieldProps {
  id: string
  label: ReactNode
  emptyLabel: string
  error: ReactNode
  control: { value: string; onChange: (event: { target: { value: string } }) => void }
}

/** A month by its name: in some browsers, a field of the type `month` is plain text. */
function MonthField({ id, label, emptyLabel, error, control }: MonthFieldProps) {
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const months = Array.from({ length: MONTHS }, (_, ago) => monthAgo(now, ago))
  const known = control.value === '' || months.includes(control.value) ? months : [control.value, ...months]
  return (
    <Field id={id} label={label} error={error}>
      <SelectInput {...control}>
        <option value="">{emptyLabel}</option>
        {known.map((month) => (
          <option key={month} value={month}>
            {formatCalendarMonth(month, language)}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
