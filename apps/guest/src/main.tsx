import '@gatehouse/ui/foundation.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { expectServerRenderedPage, watchForAnswers } from './features/check-in/check-in.ts'
import { serverRenderedLanguage } from './features/check-in/server-rendered-form.ts'
import { canonicalPath } from './lib/canonical-path.ts'
import { rememberLanguage, showLanguage } from './lib/language.ts'
import { pageConfig } from './lib/page-data.ts'
import { unregisterWorkers } from './lib/unregister-workers.ts'
import { fetchSteps, router } from './router.tsx'

const RELOAD_MILLISECONDS = 5000

async function start(): Promise<void> {
  const { pathname, search } = location
  const path = canonicalPath(pathname)
  if (path !== pathname) history.replaceState(null, '', path + search)

  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no place for the app.')
  const isServerRendered = place.querySelector('form[data-server-rendered]') !== null
  if (isServerRendered) expectServerRenderedPage()

  const { language, languages } = pageConfig()
  // A written form is taken over in the language that it was written in; what is drawn anew is drawn in the one chosen meanwhile.
  const chosen = isServerRendered
    ? undefined
    : languages.find((offered) => offered === serverRenderedLanguage())
  if (chosen && chosen !== language) rememberLanguage(chosen)
  await Promise.all([showLanguage(chosen ?? language), router.load()])
  const app = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>
  )
  if (isServerRendered) hydrateRoot(place, app)
  else createRoot(place).render(app)
  watchForAnswers()
  fetchSteps()
  await unregisterWorkers()
}

// Without its words the page can say nothing: it tries once more when the network may be back.
start().catch(() => {
  addEventListener('online', () => location.reload())
  setTimeout(() => location.reload(), RELOAD_MILLISECONDS)
})
