import { queryClient } from '@gatehouse/api-client/query-client'
import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { AriaLocale } from '@gatehouse/ui/aria/locale'
import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { LaterToasts } from './features/shell/later-toasts.tsx'
import type { router as ownRouter } from './router.tsx'

export function App({ i18n, router }: { i18n: I18n; router: typeof ownRouter }) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ControlsInLanguage>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <LaterToasts onPage={(listener) => router.subscribe('onRendered', listener)} />
          </QueryClientProvider>
        </ControlsInLanguage>
      </I18nProvider>
    </StrictMode>
  )
}

function ControlsInLanguage({ children }: { children: ReactNode }) {
  return <AriaLocale locale={localeTags[useLanguage()]}>{children}</AriaLocale>
}
