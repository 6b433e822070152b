import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import type { Router } from '../../plugins/route.ts'
import { searchEverything } from './queries.ts'

export function registerSearch({ route }: Router): void {
  route(searchEverythingEndpoint, async ({ ctx, query }) => ({
    items: await searchEverything(ctx, query.search),
  }))
}
