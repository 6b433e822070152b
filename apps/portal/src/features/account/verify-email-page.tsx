import { ApiError } from '@gatehouse/api-client/api-error'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { verifyEmailEndpoint } from '@gatehouse/validation/endpoints/me'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { publicApi } from '../../lib/api.ts'
import { useErrorMessage } from '../../lib/errors.ts'

/** Sent once per link, however often the page is drawn, because a link works once. */
const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await publicApi.call(verifyEmailEndpoint, { params: { token } })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
  })

/** The page of the emailed link that confirms a changed email. */
export function VerifyEmail({ token }: { token: string }) {
  const { isPending, error, isFetching, refetch } = useQuery(verificationQuery(token))
  const reasonOf = useErrorMessage()
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
        <Button busy={isFetching} onClick={() => void refetch()}>
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
