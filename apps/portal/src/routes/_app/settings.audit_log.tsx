import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/settings/audit_log')({
  validateSearch: anySearch,
  beforeLoad: admitAdmins,
  component: AuditLog,
})

function AuditLog() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditLogPage
      address={search}
      onSearch={(changed, replace = false) =>
        void navigate({ search: { ...changed }, state: true, replace, resetScroll: false })
      }
    />
  )
}
