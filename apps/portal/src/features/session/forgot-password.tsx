import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { forgotPasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { limits } from '@gatehouse/validation/limits'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { publicApi } from '../../lib/api.ts'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'

/**
 * The form that requests a link to a new password. The response does not reveal whether the email
 * is known.
 */
export function useForgotPassword() {
  return useNativeForm({
    messages: loginFieldMessages,
    id: 'forgot',
    schema: forgotPasswordEndpoint.body,
    read: (data) => ({ email: data.get('email') }),
    submit: async (body) => {
      await publicApi.call(forgotPasswordEndpoint, { body })
    },
    isSingle: true,
  })
}

interface ForgotPasswordFieldsProps {
  form: ReturnType<typeof useForgotPassword>
  /** The email that was typed into the login. */
  email?: string
  autoFocus?: boolean
}

/** The email, and above it the outcome of the last attempt. */
export function ForgotPasswordFields({ form, email = '', autoFocus = false }: ForgotPasswordFieldsProps) {
  const { control, ...field } = form.field('email')
  return (
    <>
      {runtimeConfig.sendsMail ? (
        <p>
          <Trans>
            Enter the email address you log in with. We’ll email you a link to choose a new password.
          </Trans>
        </p>
      ) : (
        !form.isSuccess && (
          <Notice kind="caution">
            <Trans>This installation can’t send email. Ask an administrator for a new password.</Trans>
          </Notice>
        )
      )}
      <FormNotices form={form} />
      {form.isSuccess && <LinkMade />}
      <Field label={<Trans>Email</Trans>} {...field}>
        <TextInput
          {...control}
          type="email"
          autoComplete="username"
          defaultValue={email}
          onInput={form.reset}
          autoFocus={autoFocus}
          required
        />
      </Field>
    </>
  )
}

/**
 * The same on its own page, for a link that is no longer valid. After a success only the notice is
 * left.
 * @param reason why another link is needed
 */
export function ForgotPasswordForm({ reason }: { reason: ReactNode }) {
  const form = useForgotPassword()
  if (form.isSuccess) return <LinkMade />
  return (
    <Stack gap={24}>
      {reason}
      <form {...form.props}>
        <Stack>
          <ForgotPasswordFields form={form} />
          <Button type="submit" kind="primary" full busy={form.isBusy}>
            <Trans>Send a new link</Trans>
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

/** The same notice for every email, known or not. */
function LinkMade() {
  if (!runtimeConfig.sendsMail)
    return (
      <Notice
        kind="caution"
        title={
          <FocusHeading level={3}>
            <Trans>No email was sent</Trans>
          </FocusHeading>
        }
      >
        <Trans>
          This installation can’t send email. Ask an administrator: if this address belongs to an account, the
          link is in the outbox folder of the server.
        </Trans>
      </Notice>
    )
  return (
    <Notice
      kind="good"
      title={
        <FocusHeading level={3}>
          <Trans>An email has been sent</Trans>
        </FocusHeading>
      }
    >
      <Trans>
        If this address belongs to an account, its link works for{' '}
        <Plural value={limits.resetLinkMinutes} one="# minute" other="# minutes" />. Check your spam folder
        too.
      </Trans>
    </Notice>
  )
}
