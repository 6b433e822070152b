const programs: [name: string, pattern: RegExp][] = [
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

/** A short label of the program that signs in, such as `Firefox on Linux`: what a person recognises in a list of sessions. */
export function programOf(userAgent: string | undefined): string {
  const find = (names: typeof programs) => names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const program = find(programs) ?? 'Other program'
  const system = find(systems)
  return system ? `${program} on ${system}` : program
}
