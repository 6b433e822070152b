import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type { Router } from '../../plugins/route.ts'
import { mobileVisibility } from '../people/mobile-visibility.ts'
import { toPresentPerson } from './responses.ts'
import { listPresent } from './queries.ts'

export function registerPresence({ route }: Router): void {
  route(listPresentEndpoint, async ({ ctx, query }) => {
    const { items, totals, refused, timeZone } = await listPresent(ctx, query)
    const mobiles = mobileVisibility(ctx.actor)
    return {
      items: items.map((row) => toPresentPerson(mobiles, ctx.now, row)),
      ...totals,
      refused_today: refused,
      as_of: ctx.now.toISOString(),
      time_zone: timeZone,
    }
  })
}
