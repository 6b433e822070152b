import { ApiError } from '@gatehouse/api-client/api-error'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { resetPasswordEndpoint, validateResetTokenEndpoint } from '@gatehouse/validation/endpoints/password'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { publicApi } from '../../lib/api.ts'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import { ErrorMessage, useErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { useNativeForm } from '../../lib/forms/use-native-form.ts'
import { confirmationErrors, NewPasswordFields } from './new-password-fields.tsx'

const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => publicApi.call(validateResetTokenEndpoint, { params: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface ResetPasswordProps {
  token: string
  /** Draws the form that asks for another link, below the reason. */
  requestForm: (reason: ReactNode) => ReactNode
}

/** The page of an emailed link to a new password. */
export function ResetPassword({ token, requestForm }: ResetPasswordProps) {
  const link = useQuery(resetLinkQuery(token))
  const reasonOf = useErrorMessage()
  const [outcome, setOutcome] = useState<'done' | 'invalid'>()
  if (link.isPending) {
    return (
      <WaitingText>
        <Trans>Checking the link…</Trans>
      </WaitingText>
    )
  }
  const isInvalid = outcome === 'invalid' || (link.isError ? isMalformed(link.error) : !link.data.validated)
  if (link.isError && !isInvalid) {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>The link could not be checked</Trans>}
        action={
          <Button busy={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        {reasonOf(link.error)}
      </Notice>
    )
  }
  if (outcome === 'done') {
    return (
      <Notice
        kind="good"
        title={
          <FocusHeading level={2}>
            <Trans>Your password has been updated</Trans>
          </FocusHeading>
        }
        action={<ToLogin kind="primary" />}
      />
    )
  }
  if (isInvalid) return requestForm(<InvalidLink />)
  return <ResetForm token={token} onOutcome={setOutcome} />
}

/** The link was never one of ours. Another try does not help. */
function isMalformed(error: Error): boolean {
  return error instanceof ApiError && ['not_found', 'bad_request', 'invalid_token'].includes(error.code)
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

function ToLogin({ kind }: { kind: 'primary' | 'secondary' }) {
  return (
    <Link to="/login" className={buttonClass({ kind })}>
      <Trans>Log in</Trans>
    </Link>
  )
}

interface ResetFormProps {
  token: string
  onOutcome: (outcome: 'done' | 'invalid') => void
}

function ResetForm({ token, onOutcome }: ResetFormProps) {
  const dismiss = useRef(() => {})
  const form = useNativeForm({
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
        {form.errors.length > 0 && <FormNotices form={form} />}
        <NewPasswordFields form={form} name="password" place="reset" autoFocus />
        <Button type="submit" kind="primary" full busy={form.isBusy}>
          <Trans>Set new password</Trans>
        </Button>
      </Stack>
    </form>
  )
}
