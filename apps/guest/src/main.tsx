import '@gatehouse/ui/foundation.css'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { saveLanguageCookie } from '@gatehouse/i18n/language-choice'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followPage, markServerRendered } from './features/check-in/check-in.ts'
import { serverRenderedLanguage } from './features/check-in/server-rendered-form.ts'
import { canonicalPath } from './features/check-in/step-navigation.ts'
import { activateLocale } from './lib/language.ts'
import { loadStepChunks, router } from './router.tsx'

async function start(): Promise<void> {
  const { pathname, search, hash } = location
  const path = canonicalPath(pathname)
  if (path !== pathname) history.replaceState(null, '', path + search + hash)

  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no element for the app.')
  const isServerRendered = root.querySelector('form[data-server-rendered]') !== null
  if (isServerRendered) markServerRendered()

  const { language, languages } = runtimeConfig
  // Hydration needs the language of the server-rendered form. Other pages use the selected
  // language.
  const chosen = isServerRendered
    ? undefined
    : languages.find((offered) => offered === serverRenderedLanguage())
  if (chosen && chosen !== language) saveLanguageCookie(chosen)
  await Promise.all([activateLocale(chosen ?? language), router.load()])
  const app = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>
  )
  if (isServerRendered) hydrateRoot(root, app)
  else {
    const hadFocus = root.contains(document.activeElement)
    flushSync(() => createRoot(root).render(app))
    // The link that was focused before the script is gone.
    if (hadFocus) root.querySelector('main')?.focus()
  }
  followPage()
  loadStepChunks()
}

/** Starts what the page also works without. */
async function startLater(): Promise<void> {
  const later = await import('./start-later.ts')
  await later.startLater()
}

// If the app cannot start, the page shows that after a while (`before-script.tsx`).
void start()
  .then(startLater)
  .catch(() => {})
