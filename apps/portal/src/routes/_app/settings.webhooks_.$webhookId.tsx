import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesPage } from '../../features/webhooks/deliveries-page.tsx'
import { DeliveriesSearch } from '../../features/webhooks/deliveries-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/webhooks_/$webhookId')({
  validateSearch: DeliveriesSearch,
  beforeLoad: admitAdmins,
  component: Deliveries,
})

function Deliveries() {
  const search = Route.useSearch()
  const { webhookId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <DeliveriesPage
      webhookId={webhookId}
      search={search}
      onSearch={(changed, replace = false) =>
        void navigate({ search: changed, state: true, replace, resetScroll: false })
      }
    />
  )
}
