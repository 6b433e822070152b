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
  /** The shown data may be out of date. */
  isOutdated: boolean
  /** Text: whether the muster is connected. */
  connection: string
  /** Text: what the server does not have yet; empty if it has everything. */
  waiting: string
  /** Text: the list is not the muster's own yet; empty if it is. */
  fetching: string
}

/**
 * The texts on how reliable a muster's data are: the same on the screen, in wall mode, on paper and
 * in the file.
 */
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
          t`${plural(view.pending, { one: '# mark not sent yet.', other: '# marks not sent yet.' })}`,
        current.isLocal && t`The muster itself has not been sent yet.`,
      ]
        .filter(Boolean)
        .join(' '),
      fetching: isRollKnown(current) ? '' : t`The muster’s list is loading`,
    }
  }
}
