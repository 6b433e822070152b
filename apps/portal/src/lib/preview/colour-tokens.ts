import { coloursOfAccent } from '@gatehouse/validation/brand'
import { accentTokens, faultOfColours, isHexColour, type MethodColours } from '@gatehouse/validation/colours'
import type { CSSProperties } from 'react'

/**
 * The tokens of the colours of a method, else of its client's accent. Unreadable or incomplete
 * colours leave those of the look.
 */
export function tokensOf(colours: MethodColours | null, accent: string | null = null): CSSProperties {
  if (colours) return isUsable(colours) ? styleOf(colours) : {}
  return accent === null || !isHexColour(accent) ? {} : styleOf(coloursOfAccent(accent))
}

const isUsable = (colours: MethodColours) =>
  isHexColour(colours.accent) && isHexColour(colours.on_accent) && faultOfColours(colours) === undefined

const styleOf = (colours: MethodColours) =>
  Object.fromEntries(
    Object.entries(accentTokens(colours)).map(([name, value]) => [`--${name}`, value]),
  ) as CSSProperties
