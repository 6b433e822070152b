import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useNumber } from '../../lib/use-number.ts'
import { formatTemperature } from '@gatehouse/i18n/format/temperature'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { OpenHours, Site } from '@gatehouse/validation/endpoints/sites'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { zoneLabel } from '../../lib/forms/place-options.ts'
import { Day } from './site-cells.tsx'

interface SitePartProps {
  site: Site
}

/** The details of a site and its figures. */
export function SiteFacts({ site }: SitePartProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const number = useNumber({ maximumFractionDigits: 1 })
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const orNone = (text: string) => (text === '' ? '–' : text)
  const yesOrNo = (value: boolean) => (value ? t`Yes` : t`No`)
  return (
    <Facts
      facts={[
        { label: <Trans>Name</Trans>, value: site.name },
        { label: <Trans>Client</Trans>, value: site.client_name },
        { label: <Trans>Address</Trans>, value: orNone(site.address) },
        { label: <Trans>Description</Trans>, value: orNone(site.description) },
        { label: <Trans>Time zone</Trans>, value: zoneLabel(site.time_zone) },
        { label: <Trans>Country of phone numbers</Trans>, value: regions.of(site.region) ?? site.region },
        { label: <Trans>Installed on</Trans>, value: <Day day={site.installed_on} /> },
        { label: <Trans>Comments</Trans>, value: orNone(site.comments) },
        {
          label: <Trans>Use saved roles for known visitors</Trans>,
          value: yesOrNo(site.questions_by_user),
        },
        {
          label: <Trans>The board also lists people who are away</Trans>,
          value: yesOrNo(site.offline_users),
        },
        {
          label: <Trans>Daily users</Trans>,
          value: site.average_users === null ? '–' : number(site.average_users),
        },
      ]}
    />
  )
}

/** Monday to Sunday, as ISO 8601 counts them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** When the site is open, and when a visit is overdue. */
export function SiteOpeningHours({ site }: SitePartProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const hoursOn = (day: number) => site.opening_hours.find((hours) => hours.day === day)
  return (
    <Facts
      facts={[
        {
          label: <Trans>Overdue</Trans>,
          value:
            site.opening_hours.length === 0 ? (
              <Plural
                value={site.overdue_after_hours}
                one="after # hour on site"
                other="after # hours on site"
              />
            ) : (
              <Plural
                value={site.overdue_after_hours}
                one="when the site has closed, or after # hour on site"
                other="when the site has closed, or after # hours on site"
              />
            ),
        },
        {
          label: <Trans>Probably left</Trans>,
          value:
            site.assumed_left_after_hours === null ? (
              <Trans>Never</Trans>
            ) : (
              <Plural
                value={site.assumed_left_after_hours}
                one="# hour after being overdue"
                other="# hours after being overdue"
              />
            ),
        },
        ...(site.opening_hours.length === 0
          ? [{ label: <Trans>Opening hours</Trans>, value: <Trans>No hours are set</Trans> }]
          : weekdays.map((day) => ({
              label: weekdayName(day, language),
              value: <Hours hours={hoursOn(day)} closed={t`Closed`} />,
            }))),
      ]}
    />
  )
}

/** The hours of a day. */
export function Hours({ hours, closed }: { hours: OpenHours | undefined; closed: string }) {
  const { t } = useLingui()
  if (!hours) return closed
  const { opens, closes } = hours
  const span = `${opens} – ${closes}`
  return closes <= opens ? t`${span} the next day` : span
}

/** Visitors measured outside of these limits are refused. */
export function SiteTemperature({ site }: SitePartProps) {
  const language = useLanguage()
  return (
    <Facts
      facts={[
        { label: <Trans>Refused below</Trans>, value: formatTemperature(site.low_temperature, language) },
        { label: <Trans>Refused above</Trans>, value: formatTemperature(site.high_temperature, language) },
      ]}
    />
  )
}
