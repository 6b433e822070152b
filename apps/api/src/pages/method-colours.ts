import { accentTokens, faultOfColours, type MethodColours } from '@gatehouse/validation/colours'

export const coloursPrefix = '/_colours/'

/**
 * The path of a method's colour style sheet. The path determines the content, so it can be
 * cached for ever.
 */
export function coloursPath({ accent, on_accent: onAccent }: MethodColours): string {
  return `${coloursPrefix}${accent.slice(1)}-${onAccent.slice(1)}.css`
}

/**
 * The style sheet of this name; undefined where the name is invalid, or where its colours
 * are not legible.
 */
export function coloursSheet(file: string): string | undefined {
  const [, accent, onAccent] = /^([\da-f]{6})-([\da-f]{6})\.css$/.exec(file) ?? []
  if (accent === undefined || onAccent === undefined) return undefined
  const colours = { accent: `#${accent}`, on_accent: `#${onAccent}` }
  if (faultOfColours(colours)) return undefined
  const tokens = Object.entries(accentTokens(colours)).map(([name, value]) => `--${name}:${value}`)
  // Unlayered, so it overrides the look.
  return `:root,[data-look]{${tokens.join(';')}}`
}
