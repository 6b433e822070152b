import type { clientList } from '@gatehouse/validation/endpoints/client'
import { createFileRoute } from '@tanstack/react-router'
import { ClientsPage } from '../../features/clients/clients-page.tsx'
import { admitOperators } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'

export const Route = createFileRoute('/_app/client_management')({
  validateSearch: addressOf<PageSearch<typeof clientList>>(),
  beforeLoad: admitOperators,
  component: ClientsPage,
})
