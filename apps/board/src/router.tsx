import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({ routeTree, parseSearch, stringifySearch })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
