import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ClientsPage } from '../../features/clients/clients-page.tsx'
import { admitOperators } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/client_management')({
  validateSearch: anySearch,
  beforeLoad: admitOperators,
  component: Clients,
})

function Clients() {
  const { edit } = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (search) => ({ ...search, edit: id }),
        state: true,
        replace: id === undefined,
        resetScroll: false,
      }),
    [navigate],
  )
  return <ClientsPage edit={edit === undefined ? undefined : String(edit)} onEdit={open} />
}
