import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import {
  createReportViewEndpoint,
  listReportRecipientsEndpoint,
  NewReportView,
  reportCadences,
  ReportView,
  ReportViewChanges,
  updateReportViewEndpoint,
} from '@gatehouse/validation/endpoints/report-views'
import { type ReportName, reportSpans } from '@gatehouse/validation/endpoints/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm, FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { type SiteAmong } from '../../lib/site-select/site-options.ts'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'
import { toast } from '../../lib/toaster.ts'
import { PersonSelect } from './person-select.tsx'
import { renewViews } from './queries.ts'
import type { Parameters } from './report-search.ts'
import { cadenceLabels, kindLabels, reportLabels } from './report-words.ts'

interface ViewValues {
  name: string
  site: string
  record: string
  span: string
  kind: string
  role: string
  cadence: string
  weekday: string
  month_day: string
  time_of_day: string
  recipients: string[]
}

const valuesOf = (view: ReportView): ViewValues => ({
  name: view.name,
  site: view.site ?? '',
  record: view.record ?? '',
  span: view.span === null ? '' : String(view.span),
  kind: view.kind ?? '',
  role: view.role,
  cadence: view.cadence ?? '',
  weekday: String(view.weekday),
  month_day: String(view.month_day),
  time_of_day: view.time_of_day,
  recipients: view.recipients.map(({ id }) => id),
})

const emptyAsNull = (text: string) => (text === '' ? null : text)
/** What is no number is refused by the schema. */
const readNumber = (text: string) => (text.trim() === '' ? text : Number(text))

const readValues = (values: ViewValues) => ({
  ...values,
  site: emptyAsNull(values.site),
  record: emptyAsNull(values.record),
  span: values.span.trim() === '' ? null : Number(values.span),
  kind: emptyAsNull(values.kind),
  cadence: emptyAsNull(values.cadence),
  weekday: readNumber(values.weekday),
  month_day: readNumber(values.month_day),
})

interface NewViewModalProps {
  report: ReportName
  /** What is in view: the saved report begins with it. */
  asked: Parameters
  onClose: () => void
}

/** Saves a report, so that it can be opened again and mailed. */
export function NewViewModal({ report, asked, onClose }: NewViewModalProps) {
  const { t } = useLingui()
  const fields = useViewFields(report, { beside: asked.site })
  const span = report === 'roll' ? '' : (asked.span ?? String(reportSpans[report].usual))
  return (
    <FormModal<ViewValues, typeof NewReportView>
      id="report-view"
      title={<Trans>Save the report</Trans>}
      schema={NewReportView}
      values={{
        name: t(reportLabels[report]),
        site: asked.site ?? '',
        record: asked.record ?? '',
        span,
        kind: asked.kind ?? '',
        role: asked.role ?? '',
        cadence: '',
        weekday: '1',
        month_day: '1',
        time_of_day: '07:00',
        recipients: [],
      }}
      read={(values) => ({ report, ...readValues(values) })}
      fields={fields}
      submitLabel={<Trans>Save</Trans>}
      submit={async (body, once) => {
        await api.call(createReportViewEndpoint, { headers: once, body })
        toast('success', t`The report has been saved.`)
        await renewViews()
      }}
      draft={`new report ${report}`}
      onClose={onClose}
    />
  )
}

interface EditViewModalProps {
  view: ReportView
  onClose: () => void
}

export function EditViewModal({ view, onClose }: EditViewModalProps) {
  const { t } = useLingui()
  const { known, headers, onChangedMeanwhile } = useEditedRow(view, ReportView, valuesOf)
  const fields = useViewFields(view.report, { client: view.client_id }, known)
  const { id } = view
  return (
    <FormModal<ViewValues, typeof ReportViewChanges>
      id="report-view"
      title={<Trans>Edit the saved report</Trans>}
      schema={ReportViewChanges}
      values={known && valuesOf(known)}
      read={readValues}
      fields={fields}
      submitLabel={<Trans>Save</Trans>}
      submit={async (body) => {
        await api.call(updateReportViewEndpoint, { params: { id }, headers, body })
        toast('success', t`The report has been saved.`)
        await renewViews()
      }}
      onChangedMeanwhile={onChangedMeanwhile}
      draft={`report ${id}`}
      onClose={onClose}
    />
  )
}

/** @param among whose sites, people and recipients are offered */
function useViewFields(report: ReportName, among: SiteAmong, known?: ReportView): FormField<ViewValues>[] {
  const { t } = useLingui()
  const language = useLanguage()
  const stored = known?.recipients ?? []
  const site: FormField<ViewValues> = {
    type: 'custom',
    key: 'site',
    render: (form) => <SiteField form={form} among={among} isRequired={report === 'roll'} />,
    edits: { name: 'site', label: <Trans>Site</Trans>, text: () => known?.site_name ?? t`All sites` },
  }
  const person: FormField<ViewValues> = {
    type: 'custom',
    key: 'record',
    render: (form) => <PersonField form={form} client={among.client} />,
    edits: { name: 'record', label: <Trans>Person</Trans>, text: () => t`Somebody else` },
  }
  return [
    { name: 'name', label: <Trans>Name</Trans>, autoComplete: 'off' },
    ...(report === 'contacts' ? [person] : []),
    site,
    ...(report === 'roll'
      ? []
      : [
          {
            type: 'number' as const,
            name: 'span' as const,
            label: spanLabels[report],
            autoComplete: 'off',
          },
        ]),
    ...(report === 'hours'
      ? [
          {
            type: 'select' as const,
            name: 'kind' as const,
            label: <Trans>Who</Trans>,
            options: [
              { value: '', label: t`Everybody` },
              { value: 'visitor', label: t(kindLabels.visitor) },
              { value: 'user', label: t(kindLabels.user) },
            ],
            isOptional: true,
          },
          { name: 'role' as const, label: <Trans>Role</Trans>, isOptional: true, autoComplete: 'off' },
        ]
      : []),
    {
      type: 'select',
      name: 'cadence',
      label: <Trans>Mail it</Trans>,
      hint: runtimeConfig.sendsMail ? (
        <Trans>The mail has a link. The report opens after the login, with what the reader may see.</Trans>
      ) : (
        <Trans>Emails are not set up here. Nothing is mailed until they are.</Trans>
      ),
      options: [
        { value: '', label: t`Never` },
        ...reportCadences.map((value) => ({ value, label: t(cadenceLabels[value]) })),
      ],
      isOptional: true,
    },
    {
      type: 'select',
      name: 'weekday',
      label: <Trans>Weekday</Trans>,
      options: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
        value: String(day),
        label: weekdayName(day, language),
      })),
      isShown: ({ cadence }) => cadence === 'weekly',
    },
    {
      type: 'number',
      name: 'month_day',
      label: <Trans>Day of the month</Trans>,
      hint: <Trans>A shorter month has it on its last day.</Trans>,
      autoComplete: 'off',
      isShown: ({ cadence }) => cadence === 'monthly',
    },
    {
      type: 'custom',
      key: 'time_of_day',
      render: (form) => <TimeField form={form} />,
      edits: { name: 'time_of_day', label: <Trans>Time</Trans>, text: (values) => values.time_of_day },
      isShown: ({ cadence }) => cadence !== '',
    },
    {
      type: 'custom',
      key: 'recipients',
      render: (form) => <RecipientsField form={form} stored={stored} client={among.client} />,
      edits: {
        name: 'recipients',
        label: <Trans>Recipients</Trans>,
        text: () => stored.map(({ name }) => name).join(', ') || '–',
      },
      isShown: ({ cadence }) => cadence !== '',
    },
  ]
}

const spanLabels = {
  contacts: <Trans>How many days, up to the day of the mail</Trans>,
  headcount: <Trans>How many days ago: 0 for today, 1 for yesterday</Trans>,
  hours: <Trans>How many full months</Trans>,
}

interface FieldProps {
  form: FieldsForm<ViewValues>
}

function SiteField({ form, among, isRequired }: FieldProps & { among: SiteAmong; isRequired: boolean }) {
  const { t } = useLingui()
  const { id, error } = form.field('site')
  const { field } = useController({ control: form.control, name: 'site' })
  return (
    <SiteSelect
      {...among}
      ofRecords
      id={id}
      label={<Trans>Site</Trans>}
      chosen={form.values.site}
      onChoose={field.onChange}
      onBlur={field.onBlur}
      error={error}
      {...(!isRequired && { allLabel: t`All sites` })}
    />
  )
}

function PersonField({ form, client }: FieldProps & { client: string | undefined }) {
  const { id, error } = form.field('record')
  const { field } = useController({ control: form.control, name: 'record' })
  return (
    <PersonSelect
      id={id}
      client={client}
      chosen={form.values.record}
      onChoose={field.onChange}
      error={error}
    />
  )
}

function TimeField({ form }: FieldProps) {
  const { control, ...state } = form.field('time_of_day')
  return (
    <Field
      label={<Trans>Time</Trans>}
      hint={<Trans>By the clock of the site, or of the client for all sites.</Trans>}
      {...state}
    >
      <TextInput {...control} type="time" />
    </Field>
  )
}

interface RecipientsFieldProps extends FieldProps {
  stored: ReportView['recipients']
  client: string | undefined
}

/** Who is mailed. Where there are more than one can read, a search comes before them. */
function RecipientsField({ form, stored, client }: RecipientsFieldProps) {
  const { id, error } = form.field('recipients')
  const { field } = useController({ control: form.control, name: 'recipients' })
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const [seen, setSeen] = useState<readonly { id: string; name: string }[]>(stored)
  const all = useRecipients('', client)
  const offered = useRecipients(search, client)?.items ?? []
  const chosen = seen.filter(
    (person) =>
      form.values.recipients.includes(person.id) && !offered.some(({ id: own }) => own === person.id),
  )
  return (
    <>
      {all?.has_more && (
        <Field label={<Trans>Find a recipient</Trans>}>
          <TextInput
            value={typed}
            autoComplete="off"
            onChange={({ target }) => {
              setSeen([...seen, ...offered])
              setTyped(target.value)
            }}
          />
        </Field>
      )}
      <ChoiceList
        type="checkbox"
        id={id}
        legend={<Trans>Recipients</Trans>}
        hint={<Trans>Administrators and managers, because they may read reports.</Trans>}
        choices={[...chosen, ...offered].map((person) => ({ value: person.id, label: person.name }))}
        value={form.values.recipients}
        error={error}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </>
  )
}

function useRecipients(search: string, client: string | undefined) {
  const query = { search: search === '' ? undefined : search }
  return useQuery({
    queryKey: [listReportRecipientsEndpoint.path, query, client],
    queryFn: ({ signal }) => api.call(listReportRecipientsEndpoint, { query }, { signal, client }),
    placeholderData: keepPreviousData,
  }).data
}
