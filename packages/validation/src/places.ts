import * as v from 'valibot'
import type { FieldCode } from './field-codes.ts'

/** The countries with a numbering plan (ISO 3166-1 alpha-2), as in the library. */
export const regions: readonly string[] =
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  )

/** The zone of a client or a site: a known zone in its current spelling. */
export const TimeZone = v.pipe(
  v.string(),
  v.maxLength(100, 'time_zone_unknown' satisfies FieldCode),
  v.check(isTimeZone, 'time_zone_unknown' satisfies FieldCode),
  v.transform(canonicalZone),
)

/**
 * Names that ICU, and so browsers and Node, keep from before 1993. PostgreSQL on Debian 13 does not
 * know them without the package `tzdata-legacy`. Source: the file `backward` of the time zone
 * database.
 */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The current name of a known zone: `US/Pacific` is `America/Los_Angeles`. */
export function canonicalZone(name: string): string {
  const known = resolveZone(name) ?? name
  return renamedZones[known] ?? known
}

/** Offsets and abbreviations are no zones: they have no daylight saving. */
function isTimeZone(name: string): boolean {
  return name === 'UTC' || (/^[A-Z][A-Za-z_]+\/[\w+/-]+$/.test(name) && resolveZone(name) !== undefined)
}

function resolveZone(timeZone: string): string | undefined {
  try {
    // oxlint-disable-next-line no-restricted-properties -- nothing is shown
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone || undefined
  } catch {
    return undefined
  }
}

/** A country as ISO 3166-1 alpha-2 names it, with a numbering plan. */
export const Region = v.picklist(regions, 'region_unknown' satisfies FieldCode)
