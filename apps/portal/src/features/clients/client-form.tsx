import { type Client, clientFields } from '@gatehouse/validation/endpoints/client'
import { languageNames } from '@gatehouse/i18n/language-names'
import { languages, looks } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { lookLabels } from '../../lib/labels/vocabulary-labels.ts'
import { useCountryOptions, useZoneOptions } from '../../lib/forms/place-options.ts'

export const ClientInput = v.strictObject(clientFields)
export type ClientInput = v.InferOutput<typeof ClientInput>

/** The form's values for an existing client. A listed client has more fields than the form. */
export function clientValues(client: Client): ClientInput {
  const names = Object.keys(clientFields) as (keyof ClientInput)[]
  return Object.fromEntries(names.map((name) => [name, client[name]])) as unknown as ClientInput
}

/** The fields of a client. */
export function useClientFields(): readonly FormField<ClientInput>[] {
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
