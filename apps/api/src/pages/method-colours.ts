import { accentTokens, faultOfColours, type MethodColours } from '@gatehouse/validation/colours'

export const coloursPrefix = '/_colours/'

/** The style sheet of a method's colours. Its content follows from its path, so it may be kept for ever. */
export function coloursPath({ accent, on_accent: onAccent }: MethodColours): string {
  return `${coloursPrefix}${accent.slice(1)}-${onAccent.slice(1)}.css`
}

/** The content of the style sheet of this name; undefined where the name is none, or where its colours cannot be read. */
export function coloursSheet(file: string): string | undefined {
  const [, accent, onAccent] = /^([\da-f]{6})-([\da-f]{6})\.css$/.exec(file) ?? []
  if (accent === undefined || onAccent === undefined) return undefined
  const colours = { accent: `#${accent}`, on_accent: `#${onAccent}` }
  if (faultOfColours(colours)) return undefined
  const tokens = Object.entries(accentTokens(colours)).map(([name, value]) => `--${name}:${value}`)
  // Outside of every layer, so it comes before the look.
  return `:root,[data-look]{${tokens.join(';')}}`
}
