import { limits } from '@gatehouse/validation/limits'
import type { MessageKey } from '@gatehouse/validation/messages'

/** A recovery code as it was typed or pasted, without blanks, or what is wrong with it. */
export function readRecoveryCode(text: string): { code: string } | { error: MessageKey } {
  const code = text.replace(/\s/g, '')
  if (code === '') return { error: 'code_required' }
  return code.length > limits.recoveryCodeCharacters ? { error: 'too_long' } : { code }
}
