import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import {
  createRecipientEndpoint,
  listRecipientPeopleEndpoint,
  NewRecipient,
  Recipient,
  RecipientChanges,
  updateRecipientEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import {
  type NotificationChannel,
  type NotificationEvent,
  notificationEventNames,
} from '@gatehouse/validation/notification-events'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm, FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { recipientEventsQuery, renewRecipients } from './queries.ts'
import { channelLabels } from './recipient-words.ts'

interface RecipientValues {
  user_id: string
  events: string[]
  channels: string[]
  sites: string[]
  quiet_from: string
  quiet_until: string
  repeat_minutes: string
  enabled: boolean
}

const app = getRouteApi('/_app')

const newValues: RecipientValues = {
  user_id: '',
  events: [],
  channels: ['bell', 'mail'],
  sites: [],
  quiet_from: '',
  quiet_until: '',
  repeat_minutes: '10',
  enabled: true,
}

const valuesOf = (recipient: Recipient): RecipientValues => ({
  user_id: recipient.user_id,
  events: recipient.events,
  channels: recipient.channels,
  sites: recipient.sites.map(({ id }) => id),
  quiet_from: recipient.quiet_from ?? '',
  quiet_until: recipient.quiet_until ?? '',
  repeat_minutes: String(recipient.repeat_minutes),
  enabled: recipient.enabled,
})

/** An empty time is none. What is no number is refused by the schema. */
function readValues({
  quiet_from: from,
  quiet_until: until,
  repeat_minutes: minutes,
  ...values
}: RecipientValues) {
  return {
    ...values,
    quiet_from: from === '' ? null : from,
    quiet_until: until === '' ? null : until,
    repeat_minutes: minutes.trim() === '' ? minutes : Number(minutes),
  }
}

/** Enters a user as a recipient. */
export function NewRecipientModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const fields = useRecipientFields([])
  return (
    <FormModal<RecipientValues, typeof NewRecipient>
      id="recipient"
      title={<Trans>New recipient</Trans>}
      schema={NewRecipient}
      values={newValues}
      read={readValues}
      fields={[
        {
          type: 'custom',
          key: 'user_id',
          edits: null,
          takesFocus: true,
          render: (form) => <PersonField form={form} />,
        },
        ...fields,
      ]}
      submitLabel={<Trans>Add recipient</Trans>}
      submit={async (body, once) => {
        const { name } = await api.call(createRecipientEndpoint, { headers: once, body })
        toast('success', t`${name} has been added.`)
        await renewRecipients()
      }}
      draft="new recipient"
      onClose={onClose}
    />
  )
}

interface EditRecipientModalProps {
  recipient: Recipient
  onClose: () => void
}

export function EditRecipientModal({ recipient, onClose }: EditRecipientModalProps) {
  const { t } = useLingui()
  const { known, headers, onChangedMeanwhile } = useEditedRow(recipient, Recipient, valuesOf)
  const { id, name } = recipient
  const fields = useRecipientFields(known?.sites ?? [], recipient.client_id)
  return (
    <FormModal<RecipientValues, typeof RecipientChanges>
      id="recipient"
      title={<Trans>Edit recipient</Trans>}
      schema={RecipientChanges}
      values={known && valuesOf(known)}
      read={(values) => {
        const { user_id: _, ...changes } = readValues(values)
        return changes
      }}
      fields={fields}
      submitLabel={<Trans>Save</Trans>}
      submit={async (body) => {
        await api.call(updateRecipientEndpoint, { params: { id }, headers, body })
        toast('success', t`What ${name} is told has been saved.`)
        await renewRecipients()
      }}
      onChangedMeanwhile={onChangedMeanwhile}
      draft={`recipient ${id}`}
      onClose={onClose}
    />
  )
}

/** @param client of the recipient; that of the person for a new one */
function useRecipientFields(stored: Recipient['sites'], client?: string): FormField<RecipientValues>[] {
  const { t } = useLingui()
  const { data } = useQuery(recipientEventsQuery)
  const labelOf = (event: NotificationEvent) =>
    data?.events.find((one) => one.event === event)?.label ?? event
  const channels: readonly NotificationChannel[] = data?.channels ?? ['bell', 'mail']
  const labels: Record<string, string> = Object.fromEntries(
    notificationEventNames.map((event) => [event, labelOf(event)]),
  )
  const channelNames: Record<string, string> = {
    bell: t(channelLabels.bell),
    mail: t(channelLabels.mail),
    text: t(channelLabels.text),
  }
  const namesIn = (names: Record<string, string>, chosen: readonly string[]) =>
    chosen.map((one) => names[one] ?? one).join(', ') || '–'
  return [
    {
      type: 'custom',
      key: 'events',
      takesFocus: true,
      render: (form) => (
        <ChoicesField
          form={form}
          name="events"
          legend={<Trans>Events</Trans>}
          columns={2}
          choices={notificationEventNames.map((value) => ({ value, label: labels[value] ?? value }))}
        />
      ),
      edits: { name: 'events', label: <Trans>Events</Trans>, text: ({ events }) => namesIn(labels, events) },
    },
    {
      type: 'custom',
      key: 'channels',
      render: (form) => (
        <ChoicesField
          form={form}
          name="channels"
          legend={<Trans>Channels</Trans>}
          hint={
            <>
              {channels.includes('text') ? (
                <Trans>A text message needs a mobile in the account.</Trans>
              ) : (
                <Trans>Text messages are not set up here.</Trans>
              )}{' '}
              {!runtimeConfig.sendsMail && (
                <Trans>Emails are not set up here. Nothing is mailed until they are.</Trans>
              )}
            </>
          }
          choices={channels.map((value) => ({ value, label: channelNames[value] ?? value }))}
        />
      ),
      edits: {
        name: 'channels',
        label: <Trans>Channels</Trans>,
        text: ({ channels: chosen }) => namesIn(channelNames, chosen),
      },
    },
    {
      type: 'custom',
      key: 'sites',
      render: (form) => <SitesField form={form} stored={stored} client={client} />,
      edits: {
        name: 'sites',
        label: <Trans>Sites</Trans>,
        text: ({ sites }) => namesIn(Object.fromEntries(stored.map(({ id, name }) => [id, name])), sites),
      },
    },
    timeField(
      'quiet_from',
      <Trans>Quiet from</Trans>,
      <Trans>
        In quiet hours mails and text messages wait, except those of a real muster. The clock is that of the
        site.
      </Trans>,
    ),
    timeField('quiet_until', <Trans>Quiet until</Trans>),
    {
      type: 'number',
      name: 'repeat_minutes',
      label: <Trans>Tell the same again after minutes</Trans>,
      hint: <Trans>What happens in between is counted, and the next notification says how often.</Trans>,
      autoComplete: 'off',
    },
    { type: 'checkbox', name: 'enabled', label: <Trans>Enabled</Trans> },
  ]
}

function timeField(
  name: 'quiet_from' | 'quiet_until',
  label: ReactNode,
  hint?: ReactNode,
): FormField<RecipientValues> {
  return {
    type: 'custom',
    key: name,
    render: (form) => {
      const { control, ...state } = form.field(name)
      return (
        <Field label={label} hint={hint} optional={<Trans>(optional)</Trans>} {...state}>
          <TextInput {...control} type="time" />
        </Field>
      )
    },
    edits: { name, label, text: (values) => values[name] || '–' },
  }
}

interface ChoicesFieldProps {
  form: FieldsForm<RecipientValues>
  name: 'events' | 'channels' | 'sites'
  legend: ReactNode
  hint?: ReactNode
  columns?: 1 | 2
  choices: readonly { value: string; label: string }[]
}

function ChoicesField({ form, name, legend, hint, columns, choices }: ChoicesFieldProps) {
  const { id, error } = form.field(name)
  const { field } = useController({ control: form.control, name })
  return (
    <ChoiceList
      type="checkbox"
      id={id}
      legend={legend}
      hint={hint}
      columns={columns}
      choices={choices}
      value={form.values[name]}
      error={error}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}

interface SitesFieldProps {
  form: FieldsForm<RecipientValues>
  stored: Recipient['sites']
  client: string | undefined
}

/** The sites of a recipient. Where there are more than one can read, a search comes before them. */
function SitesField({ form, stored, client }: SitesFieldProps) {
  const isAdmin = app.useRouteContext({
    select: ({ session: { profile } }) => profile.admin || profile.site_admin,
  })
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const [seen, setSeen] = useState<readonly Option[]>(stored)
  const all = useOptions(listSiteOptionsEndpoint, '', { client })
  const found = useOptions(listSiteOptionsEndpoint, search, { client })
  const offered = found?.items ?? []
  const chosen = seen.filter(
    ({ id }) => form.values.sites.includes(id) && !offered.some((site) => site.id === id),
  )
  return (
    <>
      {all?.has_more && (
        <Field label={<Trans>Find a site</Trans>}>
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
      <ChoicesField
        form={form}
        name="sites"
        legend={<Trans>Sites</Trans>}
        hint={
          isAdmin ? <Trans>All sites where none is chosen.</Trans> : <Trans>Those that you manage.</Trans>
        }
        choices={[...chosen, ...offered].map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  )
}

/** The user who is entered. Where there are more than one can read, a search comes before them. */
function PersonField({ form }: { form: FieldsForm<RecipientValues> }) {
  const { t } = useLingui()
  const { control, ...state } = form.field('user_id')
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const all = useOptions(listRecipientPeopleEndpoint, '')
  const people = useOptions(listRecipientPeopleEndpoint, search, { chosen: form.values.user_id })?.items ?? []
  return (
    <>
      {all?.has_more && (
        <Field label={<Trans>Find a person</Trans>}>
          <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </Field>
      )}
      <Field label={<Trans>Person</Trans>} {...state}>
        <SelectInput {...control} autoFocus>
          <option value="">{t`Choose a person`}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  )
}

interface Option {
  id: string
  name: string
}

function useOptions(
  endpoint: typeof listSiteOptionsEndpoint | typeof listRecipientPeopleEndpoint,
  search: string,
  { chosen, client }: { chosen?: string; client?: string | undefined } = {},
) {
  const query = { search: search || undefined, chosen: chosen || undefined }
  return useQuery({
    queryKey: [endpoint.path, query, client],
    queryFn: ({ signal }) => api.call(endpoint, { query }, { signal, client }),
    placeholderData: keepPreviousData,
  }).data
}
