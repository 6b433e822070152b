import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import {
  checkOutPeopleEndpoint,
  undoCheckOutEndpoint,
} from '@gatehouse/validation/endpoints/presence-changes'
import { exportPresenceEndpoint } from '@gatehouse/validation/endpoints/presence-export'
import type { Exports } from '../../db/open-export.ts'
import type { Router } from '../../plugins/route.ts'
import { checkOutPeople } from './check-out-people.ts'
import { exportPresence } from './export-presence.ts'
import { listPresent } from './queries.ts'
import { toPresencePage } from './responses.ts'
import { undoCheckOut } from './undo-check-out.ts'

export function registerPresence({ route }: Router, { exports }: { exports: Exports }): void {
  route(listPresentEndpoint, async ({ ctx, query }) => toPresencePage(ctx, await listPresent(ctx, query)))
  route(exportPresenceEndpoint, ({ ctx, query }) => exportPresence(ctx, exports, query))
  route(checkOutPeopleEndpoint, ({ ctx, body }) => checkOutPeople(ctx, body))
  route(undoCheckOutEndpoint, ({ ctx, body }) => undoCheckOut(ctx, body))
}
