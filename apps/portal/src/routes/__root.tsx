import { NoResponseError } from '@gatehouse/api-client/api-error'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { loadTextsOf } from '../lib/language.ts'
import { fetchLostStyles } from '../lib/lost-styles.ts'
import { useOfflineQuestion } from '../lib/use-offline-question.ts'
import { WindowsCloseOnBack } from '../lib/windows-close-on-back.tsx'
import { RenderError } from '../features/shell/render-error.tsx'

export const Route = createRootRoute({
  beforeLoad: async ({ matches }): Promise<{ lostTexts?: Error }> => {
    const inner = matches.findIndex(({ routeId }) => routeId === '/_app') + 1
    const page = Promise.all([loadTextsOf(inner > 0 ? matches.slice(inner) : []), fetchLostStyles()]).then(
      () => ({}),
      // The shell stays, and says so in place of the page.
      () => ({ lostTexts: new NoResponseError('The texts of the page could not be loaded') }),
    )
    await loadTextsOf(inner > 0 ? matches.slice(0, inner) : matches)
    return page
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
