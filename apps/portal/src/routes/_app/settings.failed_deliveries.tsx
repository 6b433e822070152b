import { createFileRoute } from '@tanstack/react-router'
import { FailedDeliveriesPage } from '../../features/webhooks/failed-deliveries-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/settings/failed_deliveries')({
  validateSearch: anySearch,
  beforeLoad: admitAdmins,
  component: FailedDeliveriesPage,
})
