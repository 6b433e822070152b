import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { reportSearch } from '../../features/reports/report-search.ts'
import type { ReportSearch } from '../../features/reports/report-search.ts'
import { useAddress } from '../../lib/address.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { admitManagers } from '../../lib/admit-admins.ts'

export const Route = createFileRoute('/_app/reports')({
  validateSearch: addressOf<ReportSearch>(),
  beforeLoad: admitManagers,
  component: Reports,
})

function Reports() {
  const [search, onSearch] = useAddress(reportSearch)
  return <ReportsPage search={search} onSearch={onSearch} />
}
