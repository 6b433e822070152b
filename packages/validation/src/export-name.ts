import { foldText } from './fold-text.ts'

/** The zone of the times in exports; further columns have the site's own zone and UTC. */
export const exportTimeZone = 'Australia/Sydney'

const PART_CHARACTERS = 40

/**
 * The file name of an export: its content, filters, number of rows, the zone of its times and the
 * day, as `users_active_12-rows_australia-sydney_2026-11-22.csv`.
 * @param filters the values of the filters and the search; missing ones are left out
 * @param rows undefined where they are not counted yet
 */
export function exportFileName(
  what: string,
  filters: readonly (string | undefined)[],
  rows: number | undefined,
  now: Date,
): string {
  // oxlint-disable-next-line no-restricted-properties -- the zone stands beside the day in the name
  const day = new Intl.DateTimeFormat('sv-SE', {
    timeZone: exportTimeZone,
    dateStyle: 'short',
  }).format(now)
  const parts = [what, ...filters, rows === undefined ? rows : `${rows} rows`, exportTimeZone, day]
  return `${parts
    .map((part) => toNamePart(part ?? ''))
    .filter((part) => part !== '')
    .join('_')}.csv`
}

/**
 * The file name of a muster: its site, and the local day and time, as
 * `muster_north-quay_2026-11-25_0350.csv`.
 * @param at the start of the muster, or when its list was saved
 */
export function musterFileName(
  {
    site_name: siteName,
    time_zone: timeZone,
    drill,
  }: { site_name: string; time_zone: string; drill: boolean },
  at: Date,
  ending: 'csv' | 'html',
): string {
  // oxlint-disable-next-line no-restricted-properties -- a file name has no words of a language
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day, time = ''] = local.format(at).split(' ')
  const parts = [drill ? 'drill' : 'muster', toNamePart(siteName), day, time.replace(':', '')]
  return `${parts.filter((part) => part !== '').join('_')}.${ending}`
}

/** Letters and digits of any script, joined by dashes. */
function toNamePart(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, PART_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '')
}
