import { accentTokens, faultOfColours, isHexColour, type MethodColours } from '@gatehouse/validation/colours'
import type { CSSProperties } from 'react'

/** The tokens of a method's own colours. Unreadable or incomplete ones leave the look's. */
export function tokensOf(colours: MethodColours | null): CSSProperties {
  if (!colours || !isHexColour(colours.accent) || !isHexColour(colours.on_accent)) return {}
  if (faultOfColours(colours) !== undefined) return {}
  return Object.fromEntries(
    Object.entries(accentTokens(colours)).map(([name, value]) => [`--${name}`, value]),
  ) as CSSProperties
}
