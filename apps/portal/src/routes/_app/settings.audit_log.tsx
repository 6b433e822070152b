import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { AuditLogSearch } from '../../features/audit-log/audit-log-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/audit_log')({
  validateSearch: AuditLogSearch,
  beforeLoad: admitAdmins,
  component: AuditLog,
})

function AuditLog() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditLogPage
      search={search}
      onSearch={(changed, replace = false) =>
        void navigate({ search: changed, state: true, replace, resetScroll: false })
      }
    />
  )
}
