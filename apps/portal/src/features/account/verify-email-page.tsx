import { ApiError } from '@gatehouse/api-client/api-error'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { verifyEmailEndpoint } from '@gatehouse/validation/endpoints/me'
import { Trans } from '@lingui/react/macro'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { publicApi } from '../../lib/api.ts'
import { useErrorMessage } from '../../lib/errors.ts'

/** The page of the emailed link that confirms a changed email. It sends the token once, because a link works once. */
export function VerifyEmail({ token }: { token: string }) {
  const reasonOf = useErrorMessage()
  const { isPending, error, retry } = useVerification(token)
  if (isPending) {
    return (
      <WaitingText>
        <Trans>Checking the link…</Trans>
      </WaitingText>
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
        <Button onClick={retry}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      {reasonOf(error)}
    </Notice>
  )
}

/** Sends the token when the page opens. A page that is opened again shows what the first one was told. */
function useVerification(token: string) {
  const mutationKey = ['verify-email', token]
  const queryClient = useQueryClient()
  const [earlier] = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).slice(-1)
  const mutation = useMutation({
    mutationKey,
    mutationFn: () => publicApi.call(verifyEmailEndpoint, { params: { token } }),
    gcTime: Number.POSITIVE_INFINITY,
  })
  const { isIdle, mutate } = mutation
  useEffect(() => {
    const isSent = queryClient.getMutationCache().find({ mutationKey: ['verify-email', token] }) !== undefined
    if (isIdle && !isSent) mutate()
  }, [queryClient, token, isIdle, mutate])
  const { status, error } = isIdle && earlier ? earlier : mutation
  return { isPending: status === 'pending' || status === 'idle', error, retry: () => mutate() }
}

/** The link to Home, or to the login where there is no session. */
function GoOn() {
  return (
    <Link to="/" className={buttonClass({ kind: 'primary' })}>
      <Trans>Continue</Trans>
    </Link>
  )
}
