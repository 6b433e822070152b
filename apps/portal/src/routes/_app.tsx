import { TriggerFailureContext } from '@gatehouse/ui/aria/lazy-trigger'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { accountModals } from '../features/account/account-modal.ts'
import { Bell } from '../features/notifications/bell.tsx'
import { type PaletteWindow, usePaletteKeys } from '../features/palette/palette-keys.ts'
import { SearchItem } from '../features/palette/search-item.tsx'
import { enterProtectedPage } from '../features/session/enter.ts'
import { useSaveLanguage } from '../features/session/own-language.ts'
import { PageError } from '../features/shell/page-error.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { AccountModals } from './-account-modals.tsx'
import { FailedWindow, lazyButton, lazyPart, lazyWindow } from '../lib/lazy-part.tsx'

const UserPanel = lazyPart(() => import('./-user-panel.tsx'), 'UserPanel', <Skeleton height={320} />)

const Palette = lazyWindow(() => import('./-palette.tsx'), 'Palette')

const WorkingClient = lazyButton(() => import('./-client-switcher.tsx'), 'WorkingClient')

const AppSearch = v.object({ modal: v.fallback(v.optional(v.picklist(accountModals)), undefined) })

const NextStep = lazyPart(() => import('../features/getting-started/getting-started.tsx'), 'NextStep')

export const Route = createFileRoute('/_app')({
  validateSearch: AppSearch,
  beforeLoad: async ({ location }) => ({ session: await enterProtectedPage(location.href) }),
  component: AppLayout,
  // There is no shell around it.
  errorComponent: (props) => (
    <main>
      <PageError {...props} />
    </main>
  ),
})

function AppLayout() {
  const { session, lostTexts } = Route.useRouteContext()
  const { config, profile } = session
  const { modal } = Route.useSearch()
  const saveLanguage = useSaveLanguage(profile)
  const [palette, setPalette] = useState<PaletteWindow>()
  usePaletteKeys(setPalette)
  return (
    <TriggerFailureContext value={FailedWindow}>
      <Shell
        profile={profile}
        look={config.look}
        instead={lostTexts && <PageError error={lostTexts} reset={() => {}} />}
        search={<SearchItem onOpen={() => setPalette('search')} />}
        bell={(isPhone) => <Bell isPhone={isPhone} />}
        userPanel={(close) => <UserPanel profile={profile} onSaveLanguage={saveLanguage} close={close} />}
        nextStep={profile.admin && <NextStep />}
        client={(part) => profile.site_admin && <WorkingClient part={part} />}
      />
      <AccountModals modal={modal} profile={profile} />
      {palette && (
        <Palette
          which={palette}
          profile={profile}
          look={config.look}
          onOpen={setPalette}
          onClose={() => setPalette(undefined)}
        />
      )}
    </TriggerFailureContext>
  )
}
