import { createFileRoute } from '@tanstack/react-router'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { auditLogSearch } from '../../features/audit-log/audit-log-search.ts'
import type { AuditLogSearch } from '../../features/audit-log/audit-log-search.ts'
import { useAddress } from '../../lib/address.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/audit_log')({
  validateSearch: addressOf<AuditLogSearch>(),
  beforeLoad: admitAdmins,
  component: AuditLog,
})

function AuditLog() {
  const [search, onSearch] = useAddress(auditLogSearch)
  return <AuditLogPage search={search} onSearch={onSearch} />
}
