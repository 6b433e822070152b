import '@gatehouse/ui/foundation.css'
import '@gatehouse/ui/typeface.css'
import '@gatehouse/ui/tokens/desk.css'
import './boot.css'
import { i18n } from '@lingui/core'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { isPublicPage } from './features/session/session-guards.ts'
import { watchSession } from './features/session/session.ts'
import { activateLocale, preferredLanguage } from './lib/language.ts'
import { reloadForNewVersion, reloadUntilServed } from '@gatehouse/api-client/new-version'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { applyTheme } from '@gatehouse/ui/staff/theme.ts'
import { removeBoot } from './lib/boot.ts'
import { watchStyles } from './lib/lost-styles.ts'
import { router } from './router.tsx'

applyTheme()
keepFocus()
reloadForNewVersion({ isAttended: true })
watchStyles()
router.subscribe('onRendered', removeBoot)
watchSession({
  onEnd: (how) => {
    const { pathname, href } = router.state.location
    if (isPublicPage(pathname)) return router.invalidate()
    // After a log-out another user may use the screen. After any other end the login leads back to
    // the same page.
    const search = how === 'left' ? {} : { from: href, reason: how === 'ended' ? how : undefined }
    return router.navigate({ to: '/login', search })
  },
  onChange: () => void router.invalidate(),
})
const texts = activateLocale(preferredLanguage())
void texts.then(
  () => createRoot(document.getElementById('app')!).render(<App i18n={i18n} router={router} />),
  reloadUntilServed,
)
