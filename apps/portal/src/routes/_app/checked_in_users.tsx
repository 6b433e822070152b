import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type * as declared from '@gatehouse/validation/endpoints/presence'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { PresencePage } from '../../features/presence/presence-list.tsx'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { featuresOf } from '../../lib/look-features.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

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
  const { site } = Route.useSearch()
  const [subject, setSubject] = useState<BanSubject>()
  return (
    <>
      <PresencePage siteId={site} onBan={setSubject} />
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
    </>
  )
}
