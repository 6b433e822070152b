import { randomInt } from 'node:crypto'
import { limits } from '@gatehouse/validation/limits'

/**
 * Without what is taken for something else on paper: no 0 1 i l o, and of the letters whose capital differs in size only
 * (c k p s u v w x z) the small one alone. 46 signs, so twelve of them carry 66 bits.
 */
export const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyzABDEFGHJLMNQRTY'
const SIGNS = 12

/** Ten codes of the form `xxxxxx-xxxxxx`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const signs = Array.from({ length: SIGNS }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)])
    return grouped(signs.join(''))
  })
}

/** A code as it was typed, in the one form that is hashed; undefined for what can be no code. */
export function readRecoveryCode(text: string): string | undefined {
  const signs = text.replace(/[\s-]/g, '').replace(/[CKPSUVWXZ]/g, (capital) => capital.toLowerCase())
  const isCode = signs.length === SIGNS && Array.from(signs).every((sign) => recoveryAlphabet.includes(sign))
  return isCode ? grouped(signs) : undefined
}

/** What is kept in clear of a code: its last two signs. */
export function tailOf(code: string): string {
  return code.slice(-2)
}

export function maskedCode(tail: string): string {
  return `••••••-••••${tail}`
}

function grouped(signs: string): string {
  return `${signs.slice(0, SIGNS / 2)}-${signs.slice(SIGNS / 2)}`
}
