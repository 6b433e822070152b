import { useLanguage } from '@gatehouse/i18n/use-language'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import {
  AcceptInvitation,
  acceptInvitationEndpoint,
  validateInvitationEndpoint,
} from '@gatehouse/validation/endpoints/client'
import { Trans } from '@lingui/react/macro'
import { publicApi } from '../../lib/api.ts'
import { OneTimeAccount } from './one-time-account.tsx'

const linkQuery = (token: string) =>
  endpointQuery(validateInvitationEndpoint, { body: { token } }, { by: publicApi })

/** The page of the link that invites an admin of a client. */
export function Invitation({ token }: { token: string }) {
  const language = useLanguage()
  return (
    <OneTimeAccount
      id="invitation"
      link={linkQuery(token)}
      schema={AcceptInvitation}
      read={() => ({ token, language })}
      submit={(body) => publicApi.call(acceptInvitationEndpoint, { body })}
      introduction={({ client_name: client }) => (
        <Trans>You have been invited to run {client} here. Create your account.</Trans>
      )}
      doneTitle={<Trans>Your account is ready</Trans>}
      invalidText={<Trans>Ask the sender for a new one.</Trans>}
    />
  )
}
