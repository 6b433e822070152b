import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as v from 'valibot'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { reportSearch } from '../../features/reports/report-search.ts'
import type { ReportSearch } from '../../features/reports/report-search.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitManagers } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/reports')({
  validateSearch: addressOf<ReportSearch>(),
  beforeLoad: admitManagers,
  component: Reports,
})

function Reports() {
  const address = Route.useSearch()
  const search = useMemo(() => v.parse(reportSearch, address), [address])
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (changed: ReportSearch, replace = false) =>
      void navigate({ search: changed, state: true, replace, resetScroll: false }),
    [navigate],
  )
  return <ReportsPage search={search} onSearch={onSearch} />
}
