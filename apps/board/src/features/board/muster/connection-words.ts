import { serverTime } from '@gatehouse/api-client/server-clock'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isStale } from '../people/board-times.ts'
import { isRollKnown, type MusterView } from './muster-session.ts'
import type { KeptMuster } from './storage.ts'

export interface ConnectionWords {
  /** What is shown may be out of date. */
  isOutdated: boolean
  /** Whether the muster is connected. */
  connection: string
  /** What of it is not at the server; empty where everything is. */
  waiting: string
  /** The list is not the muster's own yet; empty where it is. */
  fetching: string
}

/** How it is told whether a muster can be relied on: the same on the screen, on a wall, on paper and in the file. */
export function useConnectionWords(
  timeZone: TimeZone,
): (view: MusterView, current: KeptMuster, now: number) => ConnectionWords {
  const { t } = useLingui()
  const language = useLanguage()
  return (view, current, now) => {
    const { heardAt } = view
    const isOutdated = view.isOffline || isStale(heardAt, now)
    const heard = formatClock(serverTime(heardAt), language, timeZone)
    return {
      isOutdated,
      connection: !isOutdated
        ? t`Connected`
        : heardAt > 0
          ? t`No connection since ${heard}.`
          : t`No connection.`,
      waiting: [
        view.pending > 0 &&
          t`${plural(view.pending, { one: '# mark waits to be sent.', other: '# marks wait to be sent.' })}`,
        current.isLocal && t`The muster itself is not sent yet.`,
      ]
        .filter(Boolean)
        .join(' '),
      fetching: isRollKnown(current) ? '' : t`The list of the muster is being fetched`,
    }
  }
}
