import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { ApiError } from '@gatehouse/api-client/api-error'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { resetPasswordEndpoint, validateResetTokenEndpoint } from '@gatehouse/validation/endpoints/password'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { publicApi } from '../../lib/api.ts'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import { type LinkOutcome, OneTimeLink, ToLogin } from '../../lib/forms/one-time-link.tsx'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'
import { confirmationErrors, NewPasswordFields } from '../../lib/forms/new-password-fields.tsx'

const resetLinkQuery = (token: string) =>
  endpointQuery(validateResetTokenEndpoint, { params: { token } }, { by: publicApi })

interface ResetPasswordProps {
  token: string
  /** Renders the form that requests another link, below the reason. */
  requestForm: (reason: ReactNode) => ReactNode
}

/** The page of an emailed link to set a new password. */
export function ResetPassword({ token, requestForm }: ResetPasswordProps) {
  return (
    <OneTimeLink
      link={resetLinkQuery(token)}
      form={(_, onOutcome) => <ResetForm token={token} onOutcome={onOutcome} />}
      doneTitle={<Trans>Your password has been updated</Trans>}
      invalid={requestForm(<InvalidLink />)}
    />
  )
}

function InvalidLink() {
  return (
    <Notice kind="danger" live="assertive" action={<ToLogin kind="secondary" />}>
      <Trans>
        This password reset link is not valid or has expired. Please request a new password reset email or
        contact support.
      </Trans>
    </Notice>
  )
}

interface ResetFormProps {
  token: string
  onOutcome: (outcome: LinkOutcome) => void
}

function ResetForm({ token, onOutcome }: ResetFormProps) {
  const dismiss = useRef(() => {})
  const form = useNativeForm({
    messages: fieldMessages,
    id: 'reset',
    schema: resetPasswordEndpoint.body,
    read: (data) => ({ password: data.get('password') }),
    check: (data) => confirmationErrors(data.get('password'), data.get('confirm')),
    submit: async (body) => {
      dismiss.current()
      await publicApi.call(resetPasswordEndpoint, { params: { token }, body })
      onOutcome('done')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'invalid_token') return onOutcome('invalid')
      dismiss.current = toast('error', <ErrorMessage error={error} />)
    },
  })
  return (
    <form {...form.props}>
      <Stack>
        {form.errors.length + form.others.length > 0 && <FormNotices form={form} />}
        <NewPasswordFields form={form} name="password" place="reset" autoFocus />
        <Button type="submit" kind="primary" full busy={form.isBusy}>
          <Trans>Set new password</Trans>
        </Button>
      </Stack>
    </form>
  )
}
