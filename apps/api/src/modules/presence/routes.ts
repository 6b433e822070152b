import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Exports } from '../../db/open-export.ts'
import type { Router } from '../../plugins/route.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { checkOutPeople } from './check-out-people.ts'
import { exportPresence } from './export-presence.ts'
import { listPresent } from './queries.ts'
import { toPresencePage } from './responses.ts'
import { undoCheckOut } from './undo-check-out.ts'

interface PresenceDeps {
  exports: Exports
  banKeys: BanKeys
}

export function registerPresence({ route }: Router, { exports, banKeys }: PresenceDeps): void {
  route(endpoints.listPresent, async ({ ctx, query }) => toPresencePage(ctx, await listPresent(ctx, query)))
  route(endpoints.exportPresence, ({ ctx, query }) => exportPresence(ctx, exports, query))
  route(endpoints.checkOutPeople, ({ ctx, body }) => checkOutPeople(ctx, body))
  route(endpoints.undoCheckOut, ({ ctx, body }) => undoCheckOut(ctx, banKeys, body))
}
