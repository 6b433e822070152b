import { queryClient } from '@gatehouse/api-client/query-client'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { EditClientModal } from './edit-client-modal.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'

interface OwnClientModalProps {
  onSaved: () => Promise<void>
  onClose: () => void
}

/** The organisation that an admin works in. */
export function OwnClientModal({ onSaved, onClose }: OwnClientModalProps) {
  const { data: client, ...query } = useQuery(ownClientQuery)
  return (
    <EditClientModal
      client={client}
      placeholder={
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={320} />
      }
      onSaved={(saved) => {
        // The cached client would count as fresh for some seconds.
        queryClient.setQueryData(ownClientQuery.queryKey, saved)
        return onSaved()
      }}
      onClose={onClose}
    />
  )
}
