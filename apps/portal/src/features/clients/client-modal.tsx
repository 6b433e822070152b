import {
  Client,
  updateClientEndpoint,
  createClientEndpoint,
  clientFields,
} from '@gatehouse/validation/endpoints/client'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { api } from '../../lib/api.ts'
import { dirtyValues } from '../../lib/forms/dirty-values.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { defaultRegion, languages, looks } from '@gatehouse/validation/vocabulary'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import type { OnceHeaders } from '../../lib/forms/use-request-key.ts'
import { languageNames } from '@gatehouse/i18n/language-names'
import * as v from 'valibot'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { useCountryOptions, useZoneOptions } from '../../lib/forms/place-options.ts'
import { queryClient } from '@gatehouse/api-client/query-client'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'

interface EditClientModalProps {
  /** Undefined while it is being fetched. */
  client: Client | undefined
  /** Shown in place of the fields until then. */
  placeholder?: ReactNode
  onSaved: (saved: Client) => Promise<unknown>
  onClose: () => void
}

/** Changes a client. A conflicting change of another user is shown beside the own value. */
export function EditClientModal({ client, placeholder, onSaved, onClose }: EditClientModalProps) {
  const { t } = useLingui()
  const fields = useClientFields()
  const { known, headers, form } = useEditedRow(client, Client, clientValues)
  const update = async (input: ClientInput) => {
    if (!known) return
    const body = dirtyValues(clientValues(known), input)
    if (Object.keys(body).length > 0) {
      await onSaved(await api.call(updateClientEndpoint, { params: { id: known.id }, headers, body }))
    }
    toast('success', t`The client has been updated.`)
  }
  return (
    <FormModal
      id="client"
      title={<Trans>Edit Client</Trans>}
      schema={ClientInput}
      placeholder={placeholder}
      fields={fields}
      submitLabel={<Trans>Update Client</Trans>}
      submit={update}
      {...form}
      draft={client && `client ${client.id}`}
      onClose={onClose}
    />
  )
}

interface NewClientModalProps {
  onCreated: (created: Client) => Promise<unknown>
  onClose: () => void
}

/** Creates a client. */
export function NewClientModal({ onCreated, onClose }: NewClientModalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const create = async (body: ClientInput, once: OnceHeaders) => {
    const created = await api.call(createClientEndpoint, { headers: once, body })
    toast('success', t`The client has been created.`)
    await onCreated(created)
  }
  return (
    <FormModal
      id="new-client"
      title={<Trans>New Client</Trans>}
      schema={ClientInput}
      values={{
        name: '',
        company_no: '',
        street: '',
        suburb: '',
        state: '',
        post_code: '',
        country: '',
        phone: '',
        look: 'presence',
        language,
        region: defaultRegion,
        time_zone: ownTimeZone(),
        accepts_unknown_mobiles: false,
      }}
      fields={useClientFields()}
      submitLabel={<Trans>Add Client</Trans>}
      submit={create}
      draft="new client"
      onClose={onClose}
    />
  )
}

const ClientInput = v.strictObject(clientFields)
type ClientInput = v.InferOutput<typeof ClientInput>

/** The form's values for an existing client. A listed client has more fields than the form. */
const clientValues = (client: Client): ClientInput =>
  valuesOfRow(client, Object.keys(clientFields) as (keyof ClientInput)[])

/** The fields of a client. */
function useClientFields(): readonly FormField<ClientInput>[] {
  const { t } = useLingui()
  const countries = useCountryOptions()
  const zones = useZoneOptions()
  const optional = (name: keyof ClientInput, label: ReactNode, autoComplete: string) =>
    ({ name, label, autoComplete, isOptional: true }) satisfies FormField<ClientInput>
  return [
    { name: 'name', label: <Trans>Name</Trans>, autoComplete: 'organization' },
    { name: 'company_no', label: <Trans>Company number</Trans> },
    optional('street', <Trans>Street</Trans>, 'street-address'),
    optional('suburb', <Trans>City</Trans>, 'address-level2'),
    optional('state', <Trans>State</Trans>, 'address-level1'),
    optional('post_code', <Trans>Post code</Trans>, 'postal-code'),
    optional('country', <Trans>Country</Trans>, 'country-name'),
    { ...optional('phone', <Trans>Phone</Trans>, 'tel'), type: 'tel' },
    {
      type: 'select',
      name: 'look',
      label: <Trans>Look</Trans>,
      options: looks.map((value) => ({ value, label: t(lookLabels[value]) })),
    },
    {
      type: 'select',
      name: 'language',
      label: <Trans>Language</Trans>,
      options: languages.map((value) => ({ value, label: languageNames[value] })),
    },
    {
      type: 'select',
      name: 'region',
      label: <Trans>Country of phone numbers</Trans>,
      hint: <Trans>Numbers without a country code belong to this country.</Trans>,
      options: countries,
    },
    {
      type: 'select',
      name: 'time_zone',
      label: <Trans>Time zone</Trans>,
      hint: <Trans>Used for figures across sites, and for new sites.</Trans>,
      options: zones,
    },
    {
      type: 'checkbox',
      name: 'accepts_unknown_mobiles',
      label: <Trans>Visitors can confirm an unknown mobile</Trans>,
      hint: <Trans>For numbers that are not in the numbering plan. Bans and roles use the number.</Trans>,
    },
  ]
}

interface OwnClientModalProps {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** The organisation that an admin works in. */
export function OwnClientModal({ onSaved, onClose }: OwnClientModalProps) {
  const { data: client, ...query } = useQuery(ownClientQuery)
  return (
    <EditClientModal
      client={client}
      placeholder={
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={320} />
      }
      onSaved={(saved) => {
        // The cached client would count as fresh for some seconds.
        queryClient.setQueryData(ownClientQuery.queryKey, saved)
        return onSaved()
      }}
      onClose={onClose}
    />
  )
}
