import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { type Site, type SiteChanges, siteFields } from '@gatehouse/validation/endpoints/sites'
import { calendarDayIn } from '@gatehouse/i18n/format/zoned-times'
import type { MessageDescriptor } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import * as v from 'valibot'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { useCountryOptions, useZoneOptions } from '../../lib/forms/place-options.ts'

const detailNames = [
  'name',
  'description',
  'address',
  'comments',
  'installed_on',
  'time_zone',
  'region',
  'questions_by_user',
  'offline_users',
] as const

export const SiteDetailsInput = v.pick(v.strictObject(siteFields), detailNames)
export type SiteDetailsInput = v.InferOutput<typeof SiteDetailsInput>

/** The endpoint's input from the form's values. */
export function readDetails(values: SiteDetails): SiteChanges {
  return { ...values, installed_on: values.installed_on === '' ? null : values.installed_on }
}

/** The form's values for an existing site. */
export const detailsOf = (site: Site) => valuesOfRow(site, detailNames)

/** The details of a site as a form holds them. */
export type SiteDetails = ReturnType<typeof detailsOf>

/**
 * The error of an installation day.
 * @param stored the site's: in another zone it may have been today
 */
export function checkInstalled(
  { installed_on: day, time_zone: zone }: SiteDetails,
  stored?: string | null,
): { installed_on?: MessageDescriptor } {
  const isAhead = day !== (stored ?? '') && day > calendarDayIn(new Date(), timeZoneOf(zone))
  return isAhead ? { installed_on: fieldMessages.date_in_future } : {}
}

/**
 * The fields of a site's details.
 * @param zone the site's
 */
export function useDetailFields(zone?: string): readonly FormField<SiteDetails>[] {
  const countries = useCountryOptions()
  const zones = useZoneOptions(zone)
  return [
    { name: 'name', label: <Trans>Name</Trans> },
    {
      name: 'address',
      label: <Trans>Address</Trans>,
      autoComplete: 'street-address',
      isOptional: true,
    },
    {
      type: 'long',
      name: 'description',
      label: <Trans>Description</Trans>,
      isOptional: true,
    },
    {
      type: 'select',
      name: 'time_zone',
      label: <Trans>Time zone</Trans>,
      hint: <Trans>Its days, hours and lists use this time zone.</Trans>,
      options: zones,
    },
    {
      type: 'select',
      name: 'region',
      label: <Trans>Country of phone numbers</Trans>,
      hint: <Trans>Numbers without a country code belong to this country.</Trans>,
      options: countries,
    },
    {
      type: 'date',
      name: 'installed_on',
      label: <Trans>Installed on</Trans>,
      hint: <Trans>The daily average starts on this day.</Trans>,
      isOptional: true,
    },
    {
      type: 'long',
      name: 'comments',
      label: <Trans>Comments</Trans>,
      isOptional: true,
    },
    {
      type: 'checkbox',
      name: 'questions_by_user',
      label: <Trans>Use saved roles for known visitors</Trans>,
    },
    {
      type: 'checkbox',
      name: 'offline_users',
      label: <Trans>The board also lists people who are away</Trans>,
    },
  ]
}
