import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { PresencePage } from '../../features/presence/presence-list.tsx'
import { anySearch } from '../../lib/list/any-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'
import { lookFeatures } from '../../lib/look-features.ts'

export const Route = createFileRoute('/_app/checked_in_users')({
  staticData: { texts: ['common', 'presence'] },

  validateSearch: anySearch,
  beforeLoad: ({ context }) => {
    if (!lookFeatures[context.session.config.look].checkedInUsers) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listPresentEndpoint, deps),
  component: PresencePage,
})
