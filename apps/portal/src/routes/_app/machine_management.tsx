import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import type * as declared from '@gatehouse/validation/endpoints/sign-in-methods'
import { createFileRoute } from '@tanstack/react-router'
import { MethodsPage } from '../../features/sign-in-methods/method-list.tsx'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/machine_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listSignInMethodsEndpoint>>(),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listSignInMethodsEndpoint, deps),
  component: MethodsPage,
})
