import { listQuestionsEndpoint } from '@gatehouse/validation/endpoints/questions'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { QuestionsPage } from '../../features/questions/questions-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { anySearch } from '../../lib/list/any-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/question_management')({
  validateSearch: anySearch,
  beforeLoad: admitAdmins,
  loaderDeps: ({ search: { edit: _, ...search } }) => search,
  loader: ({ deps }) => prefetchList(listQuestionsEndpoint, deps),
  component: Questions,
})

function Questions() {
  const { edit } = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (search) => ({ ...search, edit: id }),
        state: true,
        replace: id === undefined,
        resetScroll: false,
      }),
    [navigate],
  )
  return <QuestionsPage edit={edit === undefined ? undefined : String(edit)} onEdit={open} />
}
