import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type { Router } from '../../plugins/route.ts'
import { toPresencePage } from './responses.ts'
import { listPresent } from './queries.ts'

export function registerPresence({ route }: Router): void {
  route(listPresentEndpoint, async ({ ctx, query }) => toPresencePage(ctx, await listPresent(ctx, query)))
}
