import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { isOfBefore, type Mark, type MarkState, type MusterCount } from '@gatehouse/validation/muster'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { Remark, RemarkKind } from './remarks.ts'
import type { KeptMuster } from './storage.ts'

/** The text of a remark: the same on the card, on paper, in the file and in the report. */
export type SayRemark = (remark: Remark) => string

export interface MarkWords {
  /** Who made a mark. */
  who: (mark: Mark) => string
  /** The time of day at the site, with the day if the muster was not started on it. */
  when: (time: string) => string
  /** Whether a flagged mark was made before the muster. */
  isOld: (mark: Mark) => boolean
  say: SayRemark
}

/** The texts for marks: who made them, and when. */
export function useMarkWords(
  { wardens, muster: { started_at: startedAt } }: Pick<KeptMuster, 'wardens' | 'muster'>,
  timeZone: TimeZone,
): MarkWords {
  const { t } = useLingui()
  const admin = useAdmin()
  const when = useTimeOfDay(timeZone, startedAt)
  const say = useSay(when)
  const who = useCallback(
    ({ by, received_at }: Mark) =>
      wardens.find(({ id }) => id === by)?.name ?? (received_at === null ? t`you` : admin),
    [wardens, t, admin],
  )
  const isOld = useCallback(({ at }: Mark) => isOfBefore(Date.parse(at), Date.parse(startedAt)), [startedAt])
  return useMemo(() => ({ who, when, isOld, say }), [who, when, isOld, say])
}

export function useAdmin(): string {
  const { t } = useLingui()
  return t`an administrator of the installation`
}

/** The time of day, with the day if it differs from the start's. */
export function useTimeOfDay(timeZone: TimeZone, startedAt: string): (time: string) => string {
  const language = useLanguage()
  return useCallback(
    (time: string) => formatSince(time, startedAt, language, timeZone),
    [language, timeZone, startedAt],
  )
}

/** A mark's state in a word or two. */
export function useStateNames(): Record<MarkState, string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      safe: t`Safe`,
      said_safe: t`Safe`,
      help_needed: t`Needs help`,
      help_given: t`Help has arrived`,
      point: t`Muster point`,
      note: t`Note`,
      unlisted: t`Not on the list`,
      undone: t`Undone`,
    }),
    [t],
  )
}

/** Adds the author and the time to notes. */
export const signed =
  (say: SayRemark, when: (time: string) => string): SayRemark =>
  (remark) =>
    remark.kind === 'note' ? `${say(remark)} – ${remark.who}, ${when(remark.at)}` : say(remark)

export function useSay(when: (time: string) => string): SayRemark {
  const { t } = useLingui()
  const states = useStateNames()
  return useMemo(() => {
    const whatOf = ({ flagged, text, who, at }: Remark) =>
      flagged && [states[flagged.state], text, who, when(at)].filter(Boolean).join(', ')
    const texts: Record<RemarkKind, SayRemark> = {
      help_needed: ({ who, at }) => t`Needs help: ${who}, ${when(at)}`,
      safe: ({ who, at }) => t`Safe: ${who}, ${when(at)}`,
      said_safe: ({ at }) => t`Reported safe, ${when(at)}`,
      said_safe_by_other_phone: ({ at }) => t`Reported safe, ${when(at)}, perhaps from another phone`,
      help_given: ({ who, at }) => t`Help has arrived: ${who}, ${when(at)}`,
      unlisted: ({ who, at }) =>
        at === '' ? t`Not on the list` : t`Not on the list, added: ${who}, ${when(at)}`,
      point: ({ text, who, at }) => (at === '' ? t`At ${text}` : t`At ${text}: ${who}, ${when(at)}`),
      left: ({ at }) => t`Left at ${when(at)}`,
      left_by_other_phone: ({ at }) => t`Left at ${when(at)}, reported by another phone`,
      note: ({ text }) => text,
      flagged_before: (remark) => {
        const what = whatOf(remark)
        if (what === undefined) return t`Marked before this muster`
        return remark.flagged?.isCounted
          ? t`From before this muster: ${what}`
          : t`Not counted, from before this muster: ${what}`
      },
      flagged: (remark) => {
        const what = whatOf(remark)
        if (what === undefined) return t`Marked by a person who was not logged in as a warden`
        return remark.flagged?.isCounted
          ? t`From a person who was not logged in as a warden: ${what}`
          : t`Not counted, from a person who was not logged in as a warden: ${what}`
      },
    }
    return (remark) => texts[remark.kind](remark)
  }, [t, when, states])
}

type Timed = Pick<Muster, 'started_at' | 'became_real_at' | 'ended_at'>

/** When a muster started and ended, and when a drill became real. */
export function useSpan(timeZone: TimeZone): (muster: Timed) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ started_at, became_real_at, ended_at }) => {
    const timeOfDay = (time: string) => formatSince(time, started_at, language, timeZone)
    const start = formatDateTime(started_at, language, timeZone)
    const real = became_real_at && timeOfDay(became_real_at)
    const end = ended_at && timeOfDay(ended_at)
    if (real)
      return end
        ? t`Drill from ${start}, real from ${real} to ${end}`
        : t`Drill from ${start}, real from ${real}`
    return end ? t`From ${start} to ${end}` : t`Start: ${start}`
  }
}

export function useFigures(): (count: Pick<MusterCount, 'missing' | 'safe' | 'total'>) => string {
  const { t } = useLingui()
  return ({ missing, safe, total }) =>
    t`${plural(missing, { one: '# missing', other: '# missing' })}, ${safe} safe, ${total} in all`
}
