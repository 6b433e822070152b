import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as v from 'valibot'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { auditLogSearch } from '../../features/audit-log/audit-log-search.ts'
import type { AuditLogSearch } from '../../features/audit-log/audit-log-search.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitAdmins } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/settings/audit_log')({
  validateSearch: addressOf<AuditLogSearch>(),
  beforeLoad: admitAdmins,
  component: AuditLog,
})

function AuditLog() {
  const address = Route.useSearch()
  const search = useMemo(() => v.parse(auditLogSearch, address), [address])
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
