import { Field } from '@gatehouse/ui/core/field'
import { Notice } from '@gatehouse/ui/core/notice'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'
import { Plural, Trans } from '@lingui/react/macro'
import { FormNotices } from '../../lib/form-notices.tsx'
import type { ForgotPassword } from './use-forgot-password.ts'

interface ForgotPasswordFieldsProps {
  request: ForgotPassword
  /** What was typed elsewhere already. */
  email?: string
  autoFocus?: boolean
}

/** The address, and what became of it. */
export function ForgotPasswordFields({ request, email = '', autoFocus = false }: ForgotPasswordFieldsProps) {
  const { form, isSent, change } = request
  return (
    <>
      <p>
        <Trans>Enter the email address you log in with. We will send you a link to a new password.</Trans>
      </p>
      <FormNotices form={form} />
      {isSent && <LinkSent />}
      <Field label={<Trans>Email</Trans>} {...form.field('email')}>
        <TextInput
          type="email"
          name="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={email}
          onInput={change}
          autoFocus={autoFocus}
          required
        />
      </Field>
    </>
  )
}

/** What is said of every address, known or not. */
export function LinkSent() {
  return (
    <Notice kind="good" live="polite" title={<Trans>An email has been sent</Trans>}>
      <Trans>
        If this address belongs to an account, the link in it works for{' '}
        <Plural value={limits.resetLinkMinutes} one="# minute" other="# minutes" />. Please look in your spam
        folder too.
      </Trans>
    </Notice>
  )
}
