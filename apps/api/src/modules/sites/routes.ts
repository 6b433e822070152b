import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/sites'
import type { Router } from '../../plugins/route.ts'
import { findSiteOptions } from './queries.ts'

export function registerSites({ route }: Router): void {
  route(listSiteOptionsEndpoint, ({ ctx, query }) => findSiteOptions(ctx, query))
}
