import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import type * as declared from '@gatehouse/validation/endpoints/sign-in-methods'
import { createFileRoute } from '@tanstack/react-router'
import { MethodsPage } from '../../features/sign-in-methods/method-list.tsx'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { useOfAllClients } from '../../lib/use-of-all-clients.ts'
import { editWindow } from '../../lib/edit-window.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const MethodModal = lazyWindow(() => import('../../features/sign-in-methods/method-modal.tsx'), 'MethodModal')

const PosterModal = lazyWindow(() => import('../../features/sign-in-methods/poster-modal.tsx'), 'PosterModal')

const PairModal = lazyWindow(() => import('../../features/sign-in-methods/pair-modal.tsx'), 'PairModal')

export const Route = createFileRoute('/_app/machine_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listSignInMethodsEndpoint>>(),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listSignInMethodsEndpoint, deps),
  component: SignInMethods,
})

function SignInMethods() {
  const { edit, poster, pair, site } = Route.useSearch()
  const openWindow = useOpenWindow()
  const { profile } = Route.useRouteContext().session
  const canManage =
    profile.admin || profile.site_admin || profile.access.some(({ user_type }) => user_type === 'Manager')
  const ofAllClients = useOfAllClients()
  // A new one is of one client, so that is chosen first.
  const edited = editWindow(edit, { canAdd: canManage && !ofAllClients, canEdit: canManage })
  const close = () => openWindow({ edit: undefined, poster: undefined, pair: undefined })
  return (
    <>
      <MethodsPage canManage={canManage} />
      {edited !== undefined && <MethodModal id={edited} siteId={site} onClose={close} />}
      {pair !== undefined && <PairModal id={pair} onClose={close} />}
      {poster !== undefined && <PosterModal id={poster} onClose={close} />}
    </>
  )
}
