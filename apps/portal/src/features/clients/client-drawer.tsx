import { Facts } from '@gatehouse/ui/staff/facts'
import type { Client } from '@gatehouse/validation/endpoints/client'
import { Trans } from '@lingui/react/macro'
import { useChosenClient } from '../../lib/chosen-client.ts'
import { DrawerHistory } from '../../lib/audit-log/row-history.tsx'

/** A client and, where it is the chosen one, its history. */
export function ClientDrawer({ client }: { client: Client }) {
  const isChosen = useChosenClient() === client.id
  const address = [client.street, client.suburb, client.state, client.post_code, client.country]
  return (
    <>
      <Facts
        facts={[
          { label: <Trans>Company number</Trans>, value: client.company_no },
          { label: <Trans>Address</Trans>, value: address.filter((part) => part !== '').join(', ') || '–' },
          { label: <Trans>Phone</Trans>, value: client.phone || '–' },
          { label: <Trans>Time zone</Trans>, value: client.time_zone.replaceAll('_', ' ') },
          { label: <Trans>Enabled</Trans>, value: client.enabled ? <Trans>Yes</Trans> : <Trans>No</Trans> },
        ]}
      />
      {isChosen && <DrawerHistory id={client.id} />}
    </>
  )
}
