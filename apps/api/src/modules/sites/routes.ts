import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { withScope } from '../../db/tenancy.ts'
import type { Router } from '../../plugins/route.ts'
import { searchSites } from './queries.ts'

export function registerSites({ route }: Router): void {
  route(listSiteOptionsEndpoint, async ({ ctx: { db, actor }, query }) => {
    // One more than is answered tells whether there are more.
    const asked = { ...query, limit: limits.siteOptions + 1 }
    const found = await withScope(db, actor.scope, (tx) => searchSites(tx, actor, 'see', asked), {
      readOnly: true,
    })
    return {
      items: found.slice(0, limits.siteOptions).map(({ id, name }) => ({ id, name })),
      has_more: found.length > limits.siteOptions,
    }
  })
}
