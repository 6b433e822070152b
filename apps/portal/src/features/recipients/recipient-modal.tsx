import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { ChoiceTable } from '@gatehouse/ui/core/choice-table'
import { Field } from '@gatehouse/ui/core/field'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { type ChannelsByEvent, eventsAndChannels } from '@gatehouse/validation/channels-by-event'
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
  notificationChannels,
  notificationEventNames,
} from '@gatehouse/validation/notification-events'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { type FieldsForm, type FormField, useFormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { idsOf, manyField, type Named } from '../../lib/forms/many-field.tsx'
import { readNumber } from '../../lib/forms/read-number.ts'
import { toast } from '../../lib/toaster.ts'
import { useIsAdmin } from '../../lib/use-session.ts'
import { recipientEventsQuery, renewRecipients } from './queries.ts'
import { channelLabels, useChannelNames } from './recipient-words.ts'

const newValues = {
  user_id: '',
  /** The channels of each event. */
  events: {} as ChannelsByEvent,
  sites: new Array<Named>(),
  quiet_from: '',
  quiet_until: '',
  repeat_minutes: '10',
  enabled: true,
}
type RecipientValues = typeof newValues

const valuesOf = (recipient: Recipient): RecipientValues => ({
  ...valuesOfRow(recipient, ['user_id', 'sites', 'quiet_from', 'quiet_until', 'enabled']),
  events: recipient.channels_by_event,
  repeat_minutes: String(recipient.repeat_minutes),
})

/** An empty time means none. Without any event, only the events are missing. */
function readValues({
  events: pairs,
  quiet_from: from,
  quiet_until: until,
  repeat_minutes: minutes,
  sites,
  ...values
}: RecipientValues) {
  const { events, channels } = eventsAndChannels(pairs)
  return {
    ...values,
    events,
    channels: events.length > 0 ? channels : notificationChannels,
    channels_by_event: pairs,
    sites: idsOf(sites),
    quiet_from: from === '' ? null : from,
    quiet_until: until === '' ? null : until,
    repeat_minutes: readNumber(minutes) ?? '',
  }
}

/** Adds a user as a recipient. */
export function NewRecipientModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const fields = useRecipientFields()
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
  const { headers, form } = useEditedRow(recipient, Recipient, valuesOf)
  const { id, name } = recipient
  const fields = useRecipientFields(recipient.client_id)
  return (
    <FormModal<RecipientValues, typeof RecipientChanges>
      id="recipient"
      title={<Trans>Edit recipient</Trans>}
      schema={RecipientChanges}
      read={(values) => {
        const { user_id: _, ...changes } = readValues(values)
        return changes
      }}
      fields={fields}
      submit={async (body) => {
        await api.call(updateRecipientEndpoint, { params: { id }, headers, body })
        toast('success', t`The notifications of ${name} have been saved.`)
        await renewRecipients()
      }}
      {...form}
      draft={`recipient ${id}`}
      onClose={onClose}
    />
  )
}

/** @param client the recipient's; for a new one, the user's own */
function useRecipientFields(client?: string): FormField<RecipientValues>[] {
  const { data } = useQuery(recipientEventsQuery)
  const isAdmin = useIsAdmin()
  const labelOf = (event: NotificationEvent) =>
    data?.events.find((one) => one.event === event)?.label ?? event
  const namesOf = useChannelNames()
  const channels: readonly NotificationChannel[] = data?.channels ?? ['bell', 'mail']
  return [
    {
      type: 'custom',
      key: 'events',
      render: (form) => <EventsField form={form} labelOf={labelOf} channels={channels} />,
      edits: {
        name: 'events',
        label: <Trans>Events</Trans>,
        text: ({ events: pairs }) =>
          eventsAndChannels(pairs)
            .events.map((event) => `${labelOf(event)}: ${namesOf(pairs[event])}`)
            .join('; ') || '–',
      },
    },
    manyField({
      name: 'sites',
      legend: <Trans>Sites</Trans>,
      hint: isAdmin ? <Trans>All sites if none is chosen.</Trans> : <Trans>The sites you manage.</Trans>,
      searchLabel: <Trans>Find a site</Trans>,
      queryKey: listSiteOptionsEndpoint.path,
      client,
      find: (search, options) => api.call(listSiteOptionsEndpoint, { query: { search } }, options),
    }),
    {
      type: 'time',
      name: 'quiet_from',
      label: <Trans>Quiet from</Trans>,
      hint: (
        <Trans>
          During quiet hours, emails and text messages wait, except for real evacuations. Uses the site’s time
          zone.
        </Trans>
      ),
      isOptional: true,
    },
    { type: 'time', name: 'quiet_until', label: <Trans>Quiet until</Trans>, isOptional: true },
    {
      type: 'number',
      name: 'repeat_minutes',
      label: <Trans>Repeat the same alert after, in minutes</Trans>,
      hint: <Trans>Repeats are counted, and the next notification includes the number.</Trans>,
    },
    { type: 'checkbox', name: 'enabled', label: <Trans>Enabled</Trans> },
  ]
}

interface EventsFieldProps {
  form: FieldsForm<RecipientValues>
  labelOf: (event: NotificationEvent) => string
  channels: readonly NotificationChannel[]
}

/** The events and their channels. */
function EventsField({ form, labelOf, channels }: EventsFieldProps) {
  const { t } = useLingui()
  const { ref: _, ...field } = useFormField(form, 'events')
  // Also a channel that the recipient has and that is no longer set up, so that it can be unticked.
  const used = Object.values(form.values.events).flat()
  const shown = notificationChannels.filter((one) => channels.includes(one) || used.includes(one))
  return (
    <ChoiceTable
      {...field}
      legend={<Trans>Events</Trans>}
      hint={
        <>
          {channels.includes('text') ? (
            <Trans>Text messages need a mobile in the account.</Trans>
          ) : (
            <Trans>Text messages are not set up.</Trans>
          )}{' '}
          {!runtimeConfig.sendsMail && <Trans>Email is not set up. Nothing is emailed until it is.</Trans>}
        </>
      }
      rows={notificationEventNames.map((value) => {
        const label = labelOf(value)
        return { value, label, allLabel: t`${label}: all channels` }
      })}
      columns={shown.map((value) => {
        const label = t(channelLabels[value])
        return { value, label, allLabel: t`${label}: all events` }
      })}
    />
  )
}

/** The user to add. Where there are too many to read, a search comes first. */
function PersonField({ form }: { form: FieldsForm<RecipientValues> }) {
  const { t } = useLingui()
  const { control, ...state } = form.field('user_id')
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const all = usePeople('')
  const people = usePeople(search, form.values.user_id)?.items ?? []
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

function usePeople(search: string, chosen = '') {
  const query = { search: search || undefined, chosen: chosen || undefined }
  return useQuery({
    ...endpointQuery(listRecipientPeopleEndpoint, { query }),
    placeholderData: keepPreviousData,
  }).data
}
