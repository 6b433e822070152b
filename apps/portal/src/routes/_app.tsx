import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import { accountModals } from '../features/account/account-modal.ts'
import { Bell } from '../features/notifications/bell.tsx'
import { type PaletteWindow, usePaletteKeys } from '../features/palette/palette-keys.ts'
import { SearchItem } from '../features/palette/search-item.tsx'
import { enterProtectedPage } from '../features/session/enter.ts'
import { useSaveLanguage } from '../features/session/own-language.ts'
import { logOut } from '../features/session/session.ts'
import { PageError } from '../features/shell/page-error.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { chooseOwnLanguage, laterPart } from '../lib/language.ts'
import { AccountModals } from './-account-modals.tsx'

const AccountLinks = lazy(async () => ({
  default: (await import('../features/account/account-links.tsx')).AccountLinks,
}))

const Palette = lazy(async () => ({
  default: (await laterPart(import('./-palette.tsx'), 'account')).Palette,
}))

const WorkingClient = lazy(async () => ({
  default: (await import('./-client-switcher.tsx')).WorkingClient,
}))

const AppSearch = v.object({ modal: v.fallback(v.optional(v.picklist(accountModals)), undefined) })

export const Route = createFileRoute('/_app')({
  staticData: { texts: ['shell'] },
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
  const { config, profile } = Route.useRouteContext().session
  const { modal } = Route.useSearch()
  const saveLanguage = useSaveLanguage(profile)
  const [palette, setPalette] = useState<PaletteWindow>()
  usePaletteKeys(setPalette)
  return (
    <>
      <Shell
        profile={profile}
        look={config.look}
        search={<SearchItem onOpen={() => setPalette('search')} />}
        bell={(isPhone) => <Bell isPhone={isPhone} />}
        accountLinks={(close) => (
          <Suspense>
            <AccountLinks profile={profile} onOpen={close} />
          </Suspense>
        )}
        onLanguage={(language) => {
          void chooseOwnLanguage(language)
          saveLanguage(language)
        }}
        onLogOut={logOut}
        client={(part) =>
          profile.site_admin && (
            <Suspense>
              <WorkingClient part={part} />
            </Suspense>
          )
        }
      />
      <AccountModals modal={modal} profile={profile} />
      {palette && (
        <Suspense>
          <Palette
            which={palette}
            profile={profile}
            look={config.look}
            onOpen={setPalette}
            onClose={() => setPalette(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
