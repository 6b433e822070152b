import { limits } from '@gatehouse/validation/limits'
import type { MessageKey } from '@gatehouse/validation/messages'
import { readRecoveryCode } from '@gatehouse/validation/recovery-codes'

/** A recovery code as it was typed or pasted, ready to be sent, or its error. The server checks the rest. */
export function checkRecoveryCode(text: string): { code: string } | { error: MessageKey } {
  const code = readRecoveryCode(text) ?? text.replace(/\s/g, '')
  if (code === '') return { error: 'code_required' }
  return code.length > limits.recoveryCodeCharacters ? { error: 'too_long' } : { code }
}
