import { createHash } from 'node:crypto'
import { accentTokens, type MethodColours } from '@gatehouse/validation/colours'

/** The style sheet of the colours. Unlayered, so it overrides the look. */
export function styleOfColours(colours: MethodColours): string {
  const tokens = Object.entries(accentTokens(colours)).map(([name, value]) => `--${name}:${value}`)
  return `:root,[data-look]{${tokens.join(';')}}`
}

/** A page's policy that also allows one more style element. */
export function allowStyle(policy: string, style: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return policy.replace("style-src 'self'", (sources) => `${sources} 'sha256-${hash}'`)
}
