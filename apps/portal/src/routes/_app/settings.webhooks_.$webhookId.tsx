import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as v from 'valibot'
import { DeliveriesPage } from '../../features/webhooks/deliveries-page.tsx'
import { deliveriesSearch } from '../../features/webhooks/deliveries-search.ts'
import type { DeliveriesSearch } from '../../features/webhooks/deliveries-search.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/webhooks_/$webhookId')({
  validateSearch: addressOf<DeliveriesSearch>(),
  beforeLoad: admitAdmins,
  component: Deliveries,
})

function Deliveries() {
  const address = Route.useSearch()
  const search = useMemo(() => v.parse(deliveriesSearch, address), [address])
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
