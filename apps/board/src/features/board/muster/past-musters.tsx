import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api, listMustersEndpoint } from '../../../lib/later-calls.ts'
import { durationOf } from './duration.ts'
import styles from './muster.module.css'

interface PastMustersProps {
  site: BoardSite
  onShow: (muster: Muster) => void
  onClose: () => void
}

/** The last musters and drills of a site, with how long they took, to compare. */
export function PastMusters({ site, onShow, onClose }: PastMustersProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const found = useQuery({
    queryKey: ['past-musters', site.id],
    queryFn: ({ signal }) => api.call(listMustersEndpoint, { query: { site: site.id } }, { signal }),
    staleTime: 0,
    networkMode: 'always',
  })
  const ended = found.data?.items.filter(({ ended_at }) => ended_at !== null)
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Past musters</Trans>} closeLabel={t`Close`}>
      {found.isError && (
        <p>
          <Trans>The list could not be loaded.</Trans>
        </p>
      )}
      {found.isLoading && (
        <WaitingText>
          <Trans>Loading the list…</Trans>
        </WaitingText>
      )}
      {ended?.length === 0 && (
        <p>
          <Trans>There was none here yet.</Trans>
        </p>
      )}
      {ended && ended.length > 0 && (
        <ul className={styles.past}>
          {ended.map((muster) => (
            <li key={muster.id}>
              <button type="button" className={styles.pastMuster} onClick={() => onShow(muster)}>
                <strong>
                  {muster.drill ? <Trans>Drill</Trans> : <Trans>Muster</Trans>},{' '}
                  {formatDateTime(muster.started_at, language, timeZoneOf(site.timeZone))}
                </strong>
                <span>
                  <Trans>
                    {muster.safe} safe, {muster.missing} missing, after {durationOf(muster)}
                  </Trans>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
