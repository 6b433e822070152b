import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
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
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { api } from '../../lib/api.ts'
import { type FieldsForm, type FormField, useFormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { idsOf, manyField } from '../../lib/forms/many-field.tsx'
import { readNumber } from '../../lib/forms/read-number.ts'
import { siteField } from '../../lib/site-select/site-field.tsx'
import type { SiteAmong } from '../../lib/site-select/site-options.ts'
import { toast } from '../../lib/toaster.ts'
import { PersonSelect } from './person-select.tsx'
import { renewViews } from './queries.ts'
import type { Parameters } from './report-search.ts'
import { cadenceLabels, kindLabels, reportLabels } from './report-words.ts'

const valuesOf = (view: ReportView) => ({
  ...valuesOfRow(view, ['name', 'site', 'record', 'role', 'cadence', 'time_of_day', 'recipients']),
  span: view.span === null ? '' : String(view.span),
  kind: view.kind ?? '',
  weekday: String(view.weekday),
  month_day: String(view.month_day),
})
type ViewValues = ReturnType<typeof valuesOf>

const emptyAsNull = (text: string) => (text === '' ? null : text)
const readValues = (values: ViewValues) => ({
  ...values,
  site: emptyAsNull(values.site),
  record: emptyAsNull(values.record),
  span: readNumber(values.span),
  kind: emptyAsNull(values.kind),
  cadence: emptyAsNull(values.cadence),
  weekday: readNumber(values.weekday) ?? '',
  month_day: readNumber(values.month_day) ?? '',
  recipients: idsOf(values.recipients),
})

interface NewViewModalProps {
  report: ReportName
  /** The current parameters, the initial ones of the saved report. */
  asked: Parameters
  onClose: () => void
}

/** Saves a report, so that it can be opened again and emailed. */
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
  const { known, headers, form } = useEditedRow(view, ReportView, valuesOf)
  const fields = useViewFields(view.report, { client: view.client_id }, known)
  const { id } = view
  return (
    <FormModal<ViewValues, typeof ReportViewChanges>
      id="report-view"
      title={<Trans>Edit the saved report</Trans>}
      schema={ReportViewChanges}
      read={readValues}
      fields={fields}
      submit={async (body) => {
        await api.call(updateReportViewEndpoint, { params: { id }, headers, body })
        toast('success', t`The report has been saved.`)
        await renewViews()
      }}
      {...form}
      draft={`report ${id}`}
      onClose={onClose}
    />
  )
}

/** @param among whose sites, people and recipients are offered */
function useViewFields(report: ReportName, among: SiteAmong, known?: ReportView): FormField<ViewValues>[] {
  const { t } = useLingui()
  const language = useLanguage()
  return [
    { name: 'name', label: <Trans>Name</Trans> },
    {
      type: 'custom',
      key: 'record',
      render: (form) => <PersonField form={form} client={among.client} />,
      edits: { name: 'record', label: <Trans>Person</Trans>, text: () => t`Another person` },
      isShown: () => report === 'contacts',
    },
    siteField<ViewValues>('site', {
      ...among,
      ofRecords: true,
      ...(report !== 'roll' && { allLabel: t`All sites` }),
      text: () => known?.site_name ?? t`All sites`,
    }),
    { type: 'number', name: 'span', label: spanLabels[report], isShown: () => report !== 'roll' },
    {
      type: 'select',
      name: 'kind',
      label: <Trans>People</Trans>,
      options: [
        { value: '', label: t`Everyone` },
        { value: 'visitor', label: t(kindLabels.visitor) },
        { value: 'user', label: t(kindLabels.user) },
      ],
      isOptional: true,
      isShown: () => report === 'hours',
    },
    { name: 'role', label: <Trans>Role</Trans>, isOptional: true, isShown: () => report === 'hours' },
    {
      type: 'select',
      name: 'cadence',
      label: <Trans>Send by email</Trans>,
      hint: runtimeConfig.sendsMail ? (
        <Trans>The email contains a link. Readers log in and see what they have access to.</Trans>
      ) : (
        <Trans>Email is not set up. Nothing is emailed until it is.</Trans>
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
      hint: <Trans>In a shorter month, on its last day.</Trans>,
      isShown: ({ cadence }) => cadence === 'monthly',
    },
    {
      type: 'time',
      name: 'time_of_day',
      label: <Trans>Time</Trans>,
      hint: <Trans>In the time zone of the site, or of the client for all sites.</Trans>,
      isShown: ({ cadence }) => cadence !== '',
    },
    manyField({
      name: 'recipients',
      legend: <Trans>Recipients</Trans>,
      hint: <Trans>Administrators and managers can read reports.</Trans>,
      searchLabel: <Trans>Find a recipient</Trans>,
      queryKey: listReportRecipientsEndpoint.path,
      client: among.client,
      find: (search, options) => api.call(listReportRecipientsEndpoint, { query: { search } }, options),
      isShown: ({ cadence }) => cadence !== '',
    }),
  ]
}

const spanLabels = {
  contacts: <Trans>How many days, up to the day of the email</Trans>,
  headcount: <Trans>How many days ago: 0 for today, 1 for yesterday</Trans>,
  hours: <Trans>How many full months</Trans>,
  roll: null,
}

function PersonField({ form, client }: { form: FieldsForm<ViewValues>; client: string | undefined }) {
  const { ref: _, ...field } = useFormField(form, 'record')
  return <PersonSelect {...field} client={client} />
}
