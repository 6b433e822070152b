import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { queryClient } from '@gatehouse/api-client/query-client'
import { getOwnClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import { EditClientModal } from '../clients/edit-client-modal.tsx'

const ownClientQuery = queryOptions({
  queryKey: ['own-client'],
  queryFn: ({ signal }) => api.call(getOwnClientEndpoint, {}, { signal }),
})

interface ClientModalProps {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** The organisation of an admin. */
export function ClientModal({ onSaved, onClose }: ClientModalProps) {
  const { data: client, ...query } = useQuery(ownClientQuery)
  return (
    <EditClientModal
      client={client}
      placeholder={
        query.error ? (
          <Failure
            title={<Trans>The client could not be loaded</Trans>}
            error={query.error}
            onRetry={() => void query.refetch()}
            isBusy={query.isFetching}
          />
        ) : (
          <Skeleton height={320} />
        )
      }
      onSaved={(saved) => {
        // The kept client would count as fresh for some seconds.
        queryClient.setQueryData(ownClientQuery.queryKey, saved)
        return onSaved()
      }}
      onClose={onClose}
    />
  )
}
