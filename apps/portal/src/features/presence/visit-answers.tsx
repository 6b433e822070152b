import { getLogRecordEndpoint } from '@gatehouse/validation/endpoints/access-log'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { Failure } from '../../lib/failure.tsx'
import { GivenAnswers } from '../../lib/given-answers.tsx'
import { useOfAllClients } from '../../lib/use-session.ts'

/** The answers of a person on site. The log covers one client, so there are none of all clients. */
export function VisitAnswers({ id }: { id: string }) {
  const ofAllClients = useOfAllClients()
  const { data, ...query } = useQuery({
    ...endpointQuery(getLogRecordEndpoint, { params: { id } }),
    enabled: !ofAllClients,
  })
  if (data) return <GivenAnswers answers={data.answers} />
  return query.error && <Failure title={<Trans>The answers could not be loaded</Trans>} query={query} />
}
