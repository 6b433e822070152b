import '@gatehouse/ui/foundation.css'
import '@gatehouse/ui/typeface.css'
import '@gatehouse/ui/tokens/desk.css'
import './app.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchSession } from './lib/session.ts'
import { preferredLanguage, activateLocale } from './lib/language.ts'
import { applyNumbers } from './lib/numbers.ts'
import { queryClient } from '@gatehouse/api-client/query-client'
import { reloadForNewVersion, reloadUntilServed } from '@gatehouse/api-client/new-version'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { applyTheme } from '@gatehouse/ui/staff/theme.ts'
import { router } from './router.tsx'

applyTheme()
applyNumbers()
keepFocus()
reloadForNewVersion()
watchSession()
void activateLocale(preferredLanguage()).then(
  () =>
    createRoot(document.getElementById('app')!).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  reloadUntilServed,
)
