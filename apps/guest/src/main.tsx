import '@gatehouse/ui/foundation.css'
import './skeleton.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForAnswers } from './features/check-in/check-in.ts'
import { canonicalPath } from './lib/canonical-path.ts'
import { showLanguage, startLanguage } from './lib/language.ts'
import { unregisterWorkers } from './lib/unregister-workers.ts'
import { fetchSteps, router } from './router.tsx'

const RELOAD_MILLISECONDS = 5000

async function start(): Promise<void> {
  const { pathname, search } = location
  const path = canonicalPath(pathname)
  if (path !== pathname) history.replaceState(null, '', path + search)

  await Promise.all([showLanguage(startLanguage()), router.load()])
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no place for the app.')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>,
  )
  watchForAnswers()
  fetchSteps()
  await unregisterWorkers()
}

// Without its words the page can say nothing: it tries once more when the network may be back.
start().catch(() => {
  addEventListener('online', () => location.reload())
  setTimeout(() => location.reload(), RELOAD_MILLISECONDS)
})
