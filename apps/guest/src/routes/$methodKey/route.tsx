import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CheckInPage } from '../../features/check-in/check-in-page.tsx'
import { openMethod } from '../../features/check-in/check-in.ts'
import { stepOfPath } from '../../features/check-in/use-go-to.ts'
import { pageConfig } from '../../lib/page-data.ts'

export const Route = createFileRoute('/$methodKey')({
  beforeLoad: ({ params, location }) =>
    openMethod({
      methodKey: params.methodKey,
      language: pageConfig().language,
      isCheckedOutPage: stepOfPath(location.pathname) === 'checkedout',
    }),
  component: () => (
    <CheckInPage>
      <Outlet />
    </CheckInPage>
  ),
})
