import { limits } from './limits.ts'
import { plainDigits } from './plain-digits.ts'
import type { FieldCode } from './field-codes.ts'

/**
 * The characters of recovery codes, without those that are easily confused on paper: 0 1 i l o, and
 * the capitals C K P S U V W X Z, which differ from their small letters only in size. Twelve of 46
 * characters carry 66 bits.
 */
export const recoveryCodeAlphabet = '23456789abcdefghjkmnpqrstuvwxyzABDEFGHJLMNQRTY'
/** Characters of a code without its hyphen. */
export const recoveryCodeLength = 12

/** `xxxxxxxxxxxx` as `xxxxxx-xxxxxx`. */
export function formatRecoveryCode(characters: string): string {
  return `${characters.slice(0, recoveryCodeLength / 2)}-${characters.slice(recoveryCodeLength / 2)}`
}

/**
 * Reads a typed recovery code.
 * @returns the form that is hashed, or undefined for text that cannot be a code
 */
export function readRecoveryCode(text: string): string | undefined {
  const characters = plainDigits(text)
    .replace(/[\s-]/g, '')
    .replace(/[CKPSUVWXZ]/g, (capital) => capital.toLowerCase())
  const isCode =
    characters.length === recoveryCodeLength &&
    Array.from(characters).every((character) => recoveryCodeAlphabet.includes(character))
  return isCode ? formatRecoveryCode(characters) : undefined
}

/** A typed or pasted recovery code, ready to be sent, or its error. The server checks the rest. */
export function checkRecoveryCode(text: string): { code: string } | { error: FieldCode } {
  const code = readRecoveryCode(text) ?? text.replace(/\s/g, '')
  if (code === '') return { error: 'code_required' }
  return code.length > limits.recoveryCodeCharacters ? { error: 'too_long' } : { code }
}
