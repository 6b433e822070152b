import { ApiError } from '@gatehouse/api-client/api-error'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { verifyEmailEndpoint } from '@gatehouse/validation/endpoints/me'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { publicApi } from '../../lib/api.ts'
import { useErrorMessage } from '../../lib/errors.ts'

/**
 * The page of the emailed link that confirms a changed email. The link works once, and email
 * scanners open every link, so the person has to press a button.
 */
export function VerifyEmail({ token }: { token: string }) {
  const reasonOf = useErrorMessage()
  const mutationKey = ['verify-email', token]
  const queryClient = useQueryClient()
  const { mutate, isIdle, isPending, error } = useMutation({
    mutationKey,
    mutationFn: () => publicApi.call(verifyEmailEndpoint, { params: { token } }),
  })
  const confirm = () => {
    // The second of two presses comes before the button is busy.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate()
  }
  if (isIdle || isPending) {
    return (
      <Notice
        kind="info"
        title={<Trans>Is this your new email address?</Trans>}
        action={
          <Button kind="primary" busy={isPending} onClick={confirm}>
            <Trans>Confirm email address</Trans>
          </Button>
        }
      >
        <Trans>Log in with it after you confirm it.</Trans>
      </Notice>
    )
  }
  if (!error) {
    return (
      <Notice
        kind="good"
        live="polite"
        title={<Trans>Your new email address is verified</Trans>}
        action={<GoOn />}
      >
        <Trans>Log in with this address next time.</Trans>
      </Notice>
    )
  }
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'conflict') {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>This address belongs to another account</Trans>}
        action={<GoOn />}
      >
        <Trans>Your email has not been changed. Choose another address in your details.</Trans>
      </Notice>
    )
  }
  if (code === 'invalid_token' || code === 'not_found') {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>This link is not valid or has expired</Trans>}
        action={<GoOn />}
      >
        <Trans>If your email has not changed yet, request a new link in your details.</Trans>
      </Notice>
    )
  }
  return (
    <Notice
      kind="danger"
      live="assertive"
      title={<Trans>The link could not be checked</Trans>}
      action={
        <Button onClick={confirm}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      {reasonOf(error)}
    </Notice>
  )
}

/** The link to Home, or to the login without a session. */
function GoOn() {
  return (
    <Link to="/" className={buttonClass({ kind: 'primary' })}>
      <Trans>Continue</Trans>
    </Link>
  )
}
