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
 * The page of the emailed link that confirms a changed email. The link works once, so a person presses the button: scanners of mails open
 * every link.
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
    // The second press of two comes before the button is busy.
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
        <Trans>You log in with it once it is confirmed.</Trans>
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
        <Trans>From now on you log in with it.</Trans>
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
        <Trans>Your email has not been changed. Please choose another address in your details.</Trans>
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
        <Trans>If your email has not changed yet, please ask for a new link in your details.</Trans>
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

/** The link to Home, or to the login where there is no session. */
function GoOn() {
  return (
    <Link to="/" className={buttonClass({ kind: 'primary' })}>
      <Trans>Continue</Trans>
    </Link>
  )
}
