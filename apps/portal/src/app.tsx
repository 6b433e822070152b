import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { Toasts } from './features/shell/toasts.tsx'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { router as ownRouter } from './router.tsx'

export function App({ i18n, router }: { i18n: I18n; router: typeof ownRouter }) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  )
}
