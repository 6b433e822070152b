import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ReportsPage } from '../../features/reports/reports-page.tsx'
import { admitManagers } from '../../lib/admit-admins.ts'
import { type AnySearch, anySearch } from '../../lib/list/any-search.ts'

export const Route = createFileRoute('/_app/reports')({
  validateSearch: anySearch,
  beforeLoad: admitManagers,
  component: Reports,
})

function Reports() {
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (search: AnySearch, replace = false) =>
      void navigate({ search: { ...search }, state: true, replace, resetScroll: false }),
    [navigate],
  )
  return <ReportsPage address={address} onSearch={onSearch} />
}
