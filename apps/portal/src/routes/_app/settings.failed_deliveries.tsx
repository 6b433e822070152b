import { listDeadLettersEndpoint } from '@gatehouse/validation/endpoints/webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { FailedDeliveriesPage } from '../../features/webhooks/failed-deliveries-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { listSearch } from '../../lib/list/list-search.ts'

export const Route = createFileRoute('/_app/settings/failed_deliveries')({
  validateSearch: listSearch(listDeadLettersEndpoint),
  beforeLoad: admitAdmins,
  component: FailedDeliveriesPage,
})
