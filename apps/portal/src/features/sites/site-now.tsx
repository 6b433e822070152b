import { calendarDayIn } from '@gatehouse/i18n/format/zoned-times'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useWatchedSites } from '../../lib/watch-sites.ts'
import { siteQuery } from './queries.ts'
import { Hours } from './site-facts.tsx'
import styles from './site-page.module.css'

/** A site now: the people there, its methods, and today's hours. */
export function SiteNow({ site }: { site: Site }) {
  const { t } = useLingui()
  useWatchedSites(site.id, () => queryClient.invalidateQueries(siteQuery(site.id)))
  const { on_site: visits, methods_online: online, methods_total: total } = site
  return (
    <ul aria-label={t`Now`} className={styles.now}>
      <li>
        <Trans>On site now</Trans>{' '}
        <strong>
          <Plural value={visits} one="# visit" other="# visits" />
        </strong>
      </li>
      <li>
        <Trans>Methods online</Trans>{' '}
        <strong>
          <Trans>
            {online} of {total}
          </Trans>
        </strong>
      </li>
      {site.opening_hours.length > 0 && (
        <li>
          <Trans>Open today</Trans>{' '}
          <strong>
            <Hours hours={hoursToday(site)} closed={t`Closed`} />
          </strong>
        </li>
      )}
    </ul>
  )
}

function hoursToday({ opening_hours, time_zone }: Site) {
  const day = new Date(calendarDayIn(new Date(), timeZoneOf(time_zone))).getUTCDay()
  // Sunday is 7, as in ISO 8601.
  return opening_hours.find((hours) => hours.day === (day || 7))
}
