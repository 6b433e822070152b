import { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { messages, type MessageKey } from '@gatehouse/validation/messages'
import * as v from 'valibot'

export interface LoginErrors {
  email?: MessageKey
  password?: MessageKey
}

/** What a filled login form is worth: the call's body, or what is wrong with which field. */
export function checkLogin(
  form: Pick<FormData, 'get'>,
): { input: LoginInput; errors: LoginErrors } | { input?: undefined; errors: LoginErrors } {
  const result = v.safeParse(LoginInput, { email: form.get('email'), password: form.get('password') })
  if (result.success) return { input: result.output, errors: {} }
  const errors: LoginErrors = {}
  for (const issue of result.issues) {
    const field = v.getDotPath(issue)
    if (field !== 'email' && field !== 'password') continue
    errors[field] ??= Object.hasOwn(messages, issue.message) ? (issue.message as MessageKey) : 'wrong_type'
  }
  return { errors }
}
