import { randomInt } from 'node:crypto'
import { limits } from '@gatehouse/validation/limits'

/** A code from the system's own randomness, every one as likely as any other, with its leading zeros. */
export function drawCode(): string {
  return String(randomInt(10 ** limits.verificationCodeDigits)).padStart(limits.verificationCodeDigits, '0')
}
