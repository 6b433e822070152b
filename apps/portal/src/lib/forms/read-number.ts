import { plainDigits } from '@gatehouse/validation/plain-digits'

/**
 * Reads a typed number, in the digits of any script, with a point or a comma.
 * @returns null where nothing was typed; any other text unchanged, for the schema to refuse
 */
export function readNumber(typed: string): number | string | null {
  const text = plainDigits(typed).trim().replace(',', '.')
  if (text === '') return null
  return Number.isFinite(Number(text)) ? Number(text) : typed
}
