import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PostersPage } from '../../features/sign-in-methods/posters-page.tsx'

const PostersSearch = v.object({ site: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/_app/machine_posters')({
  validateSearch: PostersSearch,
  component: Posters,
})

function Posters() {
  const { site } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PostersPage
      site={site}
      onSite={(chosen) => void navigate({ search: { site: chosen }, state: true, resetScroll: false })}
    />
  )
}
