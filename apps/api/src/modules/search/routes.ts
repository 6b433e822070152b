import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { searchEverything } from './queries.ts'

export function registerSearch({ route }: Router): void {
  route(endpoints.searchEverything, async ({ ctx, query }) => ({
    items: await searchEverything(ctx, query.search),
  }))
}
