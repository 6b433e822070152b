import { NoResponseError } from '@gatehouse/api-client/api-error'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { loadTexts } from '../lib/language.ts'
import { fetchLostStyles } from '../lib/lost-styles.ts'
import { useOfflineQuestion } from '../lib/use-offline-question.ts'
import { WindowsCloseOnBack } from '../lib/windows-close-on-back.tsx'
import { RenderError } from '../features/shell/page-error.tsx'

export const Route = createRootRoute({
  beforeLoad: async ({ matches }): Promise<{ lostTexts?: Error }> => {
    const routes = matches.map(({ routeId }) => routeId)
    const isInShell = routes.includes('/_app')
    const hasFurtherTexts = !routes.includes('/login') && !routes.includes('/_app/home')
    const page = Promise.all([hasFurtherTexts && loadTexts('portal'), fetchLostStyles()])
    if (!isInShell) return page.then(() => ({}))
    // The shell stays, and shows the error in place of the page.
    const lost = page.then(
      () => ({}),
      () => ({ lostTexts: new NoResponseError('The texts of the page could not be loaded') }),
    )
    await loadTexts('shell')
    return lost
  },
  component: Root,
  errorComponent: RenderError,
})

function Root() {
  useOfflineQuestion()
  return (
    <WindowsCloseOnBack>
      <Outlet />
    </WindowsCloseOnBack>
  )
}
