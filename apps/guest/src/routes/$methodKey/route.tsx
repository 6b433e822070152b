import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CheckInPage } from '../../features/check-in/check-in-page.tsx'
import { openMethod } from '../../features/check-in/check-in.ts'
import { stepFromPath } from '../../features/check-in/step-navigation.ts'
import { RenderError } from '../../lib/render-error.tsx'

export const Route = createFileRoute('/$methodKey')({
  beforeLoad: ({ params, location }) =>
    openMethod({
      methodKey: params.methodKey,
      language: runtimeConfig.language,
      isCheckedOutPage: stepFromPath(location.pathname) === 'checkedout',
    }),
  errorComponent: RenderError,
  component: () => (
    <CheckInPage>
      <Outlet />
    </CheckInPage>
  ),
})
