import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { ReportSearch } from '../../features/reports/report-search.ts'
import { admitManagers } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/reports')({
  validateSearch: ReportSearch,
  beforeLoad: admitManagers,
  component: Reports,
})

function Reports() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (changed: ReportSearch, replace = false) =>
      void navigate({ search: changed, state: true, replace, resetScroll: false }),
    [navigate],
  )
  return <ReportsPage search={search} onSearch={onSearch} />
}
