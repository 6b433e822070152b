import type { clientList } from '@gatehouse/validation/endpoints/client'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ClientsPage } from '../../features/clients/clients-page.tsx'
import { admitOperators } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { useOpenWindow } from '../../lib/open-window.ts'

export const Route = createFileRoute('/_app/client_management')({
  validateSearch: addressOf<PageSearch<typeof clientList>>(),
  beforeLoad: admitOperators,
  component: Clients,
})

function Clients() {
  const { edit } = Route.useSearch()
  const openWindow = useOpenWindow()
  const open = useCallback((id: string | undefined) => openWindow({ edit: id }), [openWindow])
  return <ClientsPage edit={edit} onEdit={open} />
}
