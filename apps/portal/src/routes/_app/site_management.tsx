import { listSitesEndpoint } from '@gatehouse/validation/endpoints/sites'
import type * as declared from '@gatehouse/validation/endpoints/sites'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SitesPage } from '../../features/sites/site-list.tsx'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { useOfAllClients } from '../../lib/use-of-all-clients.ts'
import { editWindow } from '../../lib/edit-window.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const NewSiteModal = lazyWindow(() => import('../../features/sites/site-modal.tsx'), 'NewSiteModal')
const EditSiteModal = lazyWindow(() => import('../../features/sites/site-modal.tsx'), 'EditSiteModal')

export const Route = createFileRoute('/_app/site_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listSitesEndpoint>>(),
  loaderDeps: ({ search: { edit: _, ...search } }) => search,
  loader: ({ deps }) => prefetchList(listSitesEndpoint, deps),
  component: Sites,
})

function Sites() {
  const { edit } = Route.useSearch()
  const openWindow = useOpenWindow()
  const { profile } = Route.useRouteContext().session
  const canManage = profile.admin || profile.site_admin
  const ofAllClients = useOfAllClients()
  const edited = editWindow(edit, { canAdd: canManage && !ofAllClients, canEdit: canManage })
  const open = useCallback((id: string | undefined) => openWindow({ edit: id }), [openWindow])
  const close = () => open(undefined)
  return (
    <>
      <SitesPage canManage={canManage} onEdit={open} />
      {edited === 'new' && <NewSiteModal onClose={close} />}
      {edited !== undefined && edited !== 'new' && <EditSiteModal id={edited} onClose={close} />}
    </>
  )
}
