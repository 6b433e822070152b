import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type * as declared from '@gatehouse/validation/endpoints/presence'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { PresencePage } from '../../features/presence/presence-list.tsx'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { featuresOf } from '../../lib/look-features.ts'
import { managesPeople } from '../../lib/manages-people.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const SignInModal = lazyWindow(() => import('../../features/presence/sign-in-modal.tsx'), 'SignInModal')
const ExportPresenceModal = lazyWindow(
  () => import('../../features/presence/export-modal.tsx'),
  'ExportPresenceModal',
)

const NewBanModal = lazyWindow(() => import('../../features/bans/ban-modal.tsx'), 'NewBanModal')

export const Route = createFileRoute('/_app/checked_in_users')({
  validateSearch: addressOf<PageSearch<typeof declared.listPresentEndpoint>>(),
  beforeLoad: ({ context }) => {
    if (!featuresOf(context.session.config.look).checkedInUsers) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listPresentEndpoint, deps),
  component: CheckedInUsers,
})

function CheckedInUsers() {
  const { edit, site: siteId } = Route.useSearch()
  const openWindow = useOpenWindow()
  const canManage = Route.useRouteContext({ select: ({ session }) => managesPeople(session.profile) })
  const open = (window: string) => openWindow({ edit: window })
  const close = () => openWindow({ edit: undefined })
  const [subject, setSubject] = useState<BanSubject>()
  return (
    <>
      <PresencePage
        siteId={siteId}
        onSignIn={canManage ? () => open('sign-in') : undefined}
        onExport={() => open('export')}
        onBan={setSubject}
      />
      {edit === 'sign-in' && canManage && <SignInModal siteId={siteId} onClose={close} />}
      {edit === 'export' && <ExportPresenceModal onClose={close} />}
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
    </>
  )
}
