import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { previewBanEndpoint } from '@gatehouse/validation/endpoints/bans'
import { Plural, Trans } from '@lingui/react/macro'
import styles from './bans.module.css'
import { nameOf } from './ban-cells.tsx'

/** Whom a ban would have refused in the last year. */
export function BanPreview({ preview }: { preview: EndpointOutput<typeof previewBanEndpoint> }) {
  const language = useLanguage()
  const { people, total, visits, is_cut: isCut, on_site: onSite, bans } = preview
  const others = total - people.length
  return (
    <Stack>
      <p>
        <Plural
          value={total}
          _0="No visitor of the last year would have been refused."
          one="# visitor of the last year would have been refused:"
          other="# visitors of the last year would have been refused:"
        />
      </p>
      {people.length > 0 && (
        <ul className={styles.list}>
          {people.map((person, place) => (
            <li key={place} className={styles.item}>
              <span>{nameOf(person)}</span>
              <span className={styles.details}>
                <Plural value={person.visits} one="# visit" other="# visits" />,{' '}
                <Trans>last {formatDateTime(new Date(person.last_at), language, ownTimeZone())}</Trans>
              </span>
            </li>
          ))}
          {others > 0 && (
            <li className={styles.item}>
              <Plural value={others} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
      {visits > 0 && (
        <p>
          <Plural value={visits} one="# visit in all." other="# visits in all." />
        </p>
      )}
      {isCut && (
        <p>
          <Trans>This mobile belongs to many people, so not all were checked.</Trans>
        </p>
      )}
      {onSite > 0 && (
        <Notice kind="caution">
          <Plural
            value={onSite}
            one="# of them is on site now. The ban does not check anyone out."
            other="# of them are on site now. The ban does not check anyone out."
          />
        </Notice>
      )}
      {bans > 0 && (
        <Notice kind="info">
          <Plural
            value={bans}
            one="This person is already banned there."
            other="This person is already banned there # times."
          />
        </Notice>
      )}
    </Stack>
  )
}
