import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesPage } from '../../features/webhooks/deliveries-page.tsx'
import { deliveriesSearch } from '../../features/webhooks/deliveries-search.ts'
import type { DeliveriesSearch } from '../../features/webhooks/deliveries-search.ts'
import { useAddress } from '../../lib/address.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/webhooks_/$webhookId')({
  validateSearch: addressOf<DeliveriesSearch>(),
  beforeLoad: admitAdmins,
  component: Deliveries,
})

function Deliveries() {
  const [search, onSearch] = useAddress(deliveriesSearch)
  const { webhookId } = Route.useParams()
  return <DeliveriesPage webhookId={webhookId} search={search} onSearch={onSearch} />
}
