import { createFileRoute, redirect } from '@tanstack/react-router'
import { ClientsPage } from '../../features/clients/clients-page.tsx'
import { anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/client_management')({
  validateSearch: anySearch,
  beforeLoad: ({ context }) => {
    if (!context.session.profile.site_admin) throw redirect({ to: '/', replace: true })
  },
  component: ClientsPage,
})
