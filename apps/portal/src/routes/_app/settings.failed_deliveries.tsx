import type { listDeadLettersEndpoint } from '@gatehouse/validation/endpoints/webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { FailedDeliveriesPage } from '../../features/webhooks/failed-deliveries-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'

export const Route = createFileRoute('/_app/settings/failed_deliveries')({
  validateSearch: addressOf<PageSearch<typeof listDeadLettersEndpoint>>(),
  beforeLoad: admitAdmins,
  component: FailedDeliveriesPage,
})
