import type { Program } from '@gatehouse/validation/endpoints/own-sessions'

const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\b(?:OPR|OPT)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** The program that a `User-Agent` header names. */
export function readUserAgent(userAgent = ''): Program {
  const find = (names: typeof browsers) => names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}

/** The label under which sessions and remembered devices keep a program, such as `Firefox on Linux`. Searches match it. */
export function labelOf({ browser, system }: Program): string {
  const program = browser ?? 'Other program'
  return system === null ? program : `${program} on ${system}`
}

const namesOf = (names: typeof browsers) => [...names.map(([name]) => name), null]

const programs = new Map(
  namesOf(browsers).flatMap((browser) =>
    namesOf(systems).map((system) => [labelOf({ browser, system }), { browser, system }] as const),
  ),
)

/** The program that is kept under a label. A label of another version, which is not known here, becomes the browser's name. */
export function programOfLabel(label: string): Program {
  return programs.get(label) ?? { browser: label === '' ? null : label, system: null }
}
