import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { type ComponentProps, lazy } from 'react'
import { CheckInPage } from '../../features/check-in/check-in-page.tsx'
import { openMethod } from '../../features/check-in/check-in.ts'
import { isEvacuation, isKiosk, useCheckIn } from '../../features/check-in/check-in-store.ts'
import { lazyAside } from '../../features/check-in/lazy-aside.ts'
import { stepFromPath } from '../../features/check-in/step-navigation.ts'
import { RenderError } from '../../lib/render-error.tsx'

const PassMuster = lazyAside(() => import('../../features/check-in/muster/pass-muster.tsx'))
const Evacuation = lazy(loadEvacuation)

/** In every language, so that a language change in an evacuation needs no network. */
async function fetchEvacuation() {
  const part = await import('../../features/check-in/muster/evacuation.tsx')
  await part.loadMusterTexts(...runtimeConfig.languages)
  return part
}
let evacuation: ReturnType<typeof fetchEvacuation> | undefined
/**
 * Once: loading texts renders the page again, and each render during a navigation navigates again.
 */
function loadEvacuation() {
  return (evacuation ??= fetchEvacuation())
}

/** Loaded on kiosks only. */
let kioskPage: ComponentProps<typeof CheckInPage>['kioskPage']

export const Route = createFileRoute('/$methodKey')({
  beforeLoad: async ({ params, location }) => {
    await openMethod({
      methodKey: params.methodKey,
      language: runtimeConfig.language,
      isCheckedOutPage: stepFromPath(location.pathname) === 'checkedout',
    })
    // Before the first render, which replaces the server-rendered page.
    if (isEvacuation(useCheckIn.getState())) await loadEvacuation().catch(() => {})
    if (isKiosk(useCheckIn.getState())) {
      const kiosk = await import('../../features/check-in/kiosk/start-kiosk.ts')
      await kiosk.startKiosk()
      kioskPage = kiosk.KioskPage
    }
    return { kioskPage }
  },
  errorComponent: RenderError,
  component: MethodPage,
})

function MethodPage() {
  return (
    <CheckInPage
      kioskPage={Route.useRouteContext().kioskPage}
      passHead={<PassMuster />}
      evacuation={<Evacuation />}
    >
      <Outlet />
    </CheckInPage>
  )
}
