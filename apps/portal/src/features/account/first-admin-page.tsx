import { runtimeConfig, setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { useLanguage } from '@gatehouse/i18n/use-language'
import {
  createFirstAdminEndpoint,
  FirstAdminInput,
  validateFirstAdminEndpoint,
} from '@gatehouse/validation/endpoints/first-admin'
import { Trans } from '@lingui/react/macro'
import { publicApi } from '../../lib/api.ts'
import { OneTimeAccount } from './one-time-account.tsx'

const linkQuery = (token: string) =>
  endpointQuery(validateFirstAdminEndpoint, { body: { token } }, { by: publicApi })

/**
 * The page of the one-time link of an empty installation. It creates the first account, an
 * administrator of the installation.
 */
export function FirstAdmin({ token }: { token: string }) {
  const language = useLanguage()
  return (
    <OneTimeAccount
      id="first-admin"
      link={linkQuery(token)}
      schema={FirstAdminInput}
      read={(data) => ({
        token,
        language,
        client_name: data.get('client_name'),
        company_no: data.get('company_no'),
      })}
      submit={async (body) => {
        await publicApi.call(createFirstAdminEndpoint, { body })
        // The login that follows uses this page's configuration, which is older.
        setRuntimeConfig({ ...runtimeConfig, isEmpty: undefined })
      }}
      introduction={() => (
        <Trans>No one can log in yet. Create the first organisation and the operator’s account.</Trans>
      )}
      doneTitle={<Trans>The administrator’s account is ready</Trans>}
      invalidText={
        <Trans>Until an account exists, each start of the server prints a new link in its terminal.</Trans>
      }
      firstFields={(line) => [
        line('client_name', <Trans>Organisation</Trans>, 'organization'),
        line('company_no', <Trans>Company number</Trans>, 'off'),
      ]}
    />
  )
}
