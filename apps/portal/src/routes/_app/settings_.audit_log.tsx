import { auditKinds } from '@gatehouse/validation/audit-actions'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'

const orNothing = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)
const Text = orNothing(v.pipe(v.string(), v.maxLength(100)))
const Day = v.pipe(v.string(), v.isoDate())

export const Route = createFileRoute('/_app/settings_/audit_log')({
  staticData: { texts: ['common', 'audit-log'] },

  validateSearch: v.object({
    kind: orNothing(v.picklist(auditKinds)),
    from: orNothing(Day),
    to: orNothing(Day),
    cursor: Text,
    row: Text,
  }),
  beforeLoad: ({ context }) => {
    const { admin, site_admin } = context.session.profile
    if (!admin && !site_admin) throw redirect({ to: '/', replace: true })
  },
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
