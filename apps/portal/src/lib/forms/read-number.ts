import { plainDigits } from '@gatehouse/validation/plain-digits'

/**
 * A number as it was typed, in the digits of any script, with a point or a comma.
 * @returns null where nothing was typed, and any other text as it is: the schema refuses it
 */
export function readNumber(typed: string): number | string | null {
  const text = plainDigits(typed).trim().replace(',', '.')
  if (text === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : typed
}
