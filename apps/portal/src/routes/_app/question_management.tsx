import { listQuestionsEndpoint } from '@gatehouse/validation/endpoints/questions'
import type * as declared from '@gatehouse/validation/endpoints/questions'
import { createFileRoute } from '@tanstack/react-router'
import { QuestionsPage } from '../../features/questions/questions-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/question_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listQuestionsEndpoint>>(),
  beforeLoad: admitAdmins,
  loaderDeps: ({ search: { edit: _, ...search } }) => search,
  loader: ({ deps }) => prefetchList(listQuestionsEndpoint, deps),
  component: QuestionsPage,
})
