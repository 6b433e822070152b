import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Site, type SiteChanges, siteFields, updateSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import type { Language } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { type FieldsForm, type FormField, SingleField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { readNumber } from '../../lib/forms/read-number.ts'
import { toast } from '../../lib/toaster.ts'
import { keepSite } from './queries.ts'
import { weekdays } from './site-facts.tsx'
import styles from './site-limits-modal.module.css'

interface PartModalProps<Values extends FieldValues> {
  name: string
  title: ReactNode
  site: Site
  schema: v.GenericSchema<unknown, SiteChanges>
  valuesOf: (site: Site) => Values
  read: (values: Values) => unknown
  fields: readonly FormField<Values>[]
  onClose: () => void
}

/** Changes some fields of a site, by the same rules as the other windows. */
function PartModal<Values extends FieldValues>(props: PartModalProps<Values>) {
  const { name, title, site, schema, valuesOf, read, fields, onClose } = props
  const { t } = useLingui()
  const { headers, form } = useEditedRow(site, Site, valuesOf)
  return (
    <FormModal<Values, typeof schema>
      id={name}
      title={title}
      schema={schema}
      read={read}
      fields={fields}
      submitLabel={<Trans>Update Site</Trans>}
      submit={async (body) => {
        await keepSite(await api.call(updateSiteEndpoint, { params: { id: site.id }, headers, body }))
        toast('success', t`The site has been updated.`)
      }}
      {...form}
      draft={`${name} ${site.id}`}
      onClose={onClose}
    />
  )
}

const { low_temperature, high_temperature, overdue_after_hours, assumed_left_after_hours, opening_hours } =
  siteFields
const TemperatureInput = v.strictObject({ low_temperature, high_temperature })
const HoursInput = v.strictObject({ overdue_after_hours, assumed_left_after_hours, opening_hours })

/**
 * The limits beyond which a visitor is refused. They are set in degrees Celsius, in which devices
 * measure.
 */
export function TemperatureModal({ site, onClose }: { site: Site; onClose: () => void }) {
  const hint = <Trans>In °C, with one decimal</Trans>
  return (
    <PartModal
      name="site-temperature"
      title={<Trans>Temperature limits</Trans>}
      site={site}
      schema={TemperatureInput}
      valuesOf={({ low_temperature: low, high_temperature: high }) => ({
        low_temperature: String(low),
        high_temperature: String(high),
      })}
      read={({ low_temperature: low, high_temperature: high }) => ({
        low_temperature: readNumber(low) ?? '',
        high_temperature: readNumber(high) ?? '',
      })}
      fields={[
        {
          type: 'number',
          name: 'low_temperature',
          label: <Trans>Refused below</Trans>,
          hint,
        },
        {
          type: 'number',
          name: 'high_temperature',
          label: <Trans>Refused above</Trans>,
          hint,
        },
      ]}
      onClose={onClose}
    />
  )
}

type HoursValues = ReturnType<typeof hoursValues>

function hoursValues(site: Site) {
  const { overdue_after_hours: overdue, assumed_left_after_hours: assumed, opening_hours: hours } = site
  return {
    overdue_after_hours: String(overdue),
    assumed_left_after_hours: assumed === null ? '' : String(assumed),
    days: weekdays.map((day) => {
      const known = hours.find((one) => one.day === day)
      return { isOpen: known !== undefined, opens: known?.opens ?? '08:00', closes: known?.closes ?? '18:00' }
    }),
  }
}

/** When the site is open, and when a visit is overdue. */
export function HoursModal({ site, onClose }: { site: Site; onClose: () => void }) {
  const language = useLanguage()
  return (
    <PartModal<HoursValues>
      name="site-hours"
      title={<Trans>Opening hours</Trans>}
      site={site}
      schema={HoursInput}
      valuesOf={hoursValues}
      read={({ overdue_after_hours: overdue, assumed_left_after_hours: assumed, days }) => ({
        overdue_after_hours: readNumber(overdue) ?? '',
        assumed_left_after_hours: readNumber(assumed),
        opening_hours: days.flatMap(({ isOpen, opens, closes }, at) =>
          isOpen ? [{ day: at + 1, opens, closes }] : [],
        ),
      })}
      fields={[
        {
          type: 'number',
          name: 'overdue_after_hours',
          label: <Trans>Hours on site until a visit is overdue</Trans>,
          hint: <Trans>With hours set below, everyone still there at closing time is overdue too.</Trans>,
        },
        {
          type: 'number',
          name: 'assumed_left_after_hours',
          label: <Trans>Hours until an overdue person has probably left</Trans>,
          hint: (
            <Trans>They then leave the board, without a departure time. Leave empty to turn this off.</Trans>
          ),
          isOptional: true,
        },
        {
          type: 'custom',
          key: 'days',
          render: (form) => <OpenDays form={form} />,
          edits: {
            name: 'days',
            label: <Trans>Opening hours</Trans>,
            text: ({ days }) => openDaysText(days, language),
          },
        },
      ]}
      onClose={onClose}
    />
  )
}

/** As “Monday 08:00–18:00, Tuesday 08:00–18:00”. */
function openDaysText(days: HoursValues['days'], language: Language): string {
  const open = weekdays.flatMap((day, at) => {
    const { isOpen, opens, closes } = days[at] ?? {}
    return isOpen ? [`${weekdayName(day, language)} ${opens}–${closes}`] : []
  })
  return open.join(', ') || '–'
}

function OpenDays({ form }: { form: FieldsForm<HoursValues> }) {
  const language = useLanguage()
  return weekdays.map((day, at) => (
    <div key={day} role="group" aria-label={weekdayName(day, language)} className={styles.day}>
      <CheckboxInput
        label={weekdayName(day, language)}
        id={form.field(`days.${at}.isOpen`).id}
        {...form.field(`days.${at}.isOpen`).control}
      />
      {form.values.days[at]?.isOpen && (
        <div className={styles.times}>
          <SingleField
            field={{ type: 'time', label: <Trans>Opens</Trans> }}
            state={form.field(`days.${at}.opens`)}
          />
          <SingleField
            field={{ type: 'time', label: <Trans>Closes</Trans> }}
            state={form.field(`days.${at}.closes`)}
          />
        </div>
      )}
    </div>
  ))
}
