import { queryClient } from '@gatehouse/api-client/query-client'
import { callBulk } from '../../lib/list/bulk-actions.ts'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import {
  checkOutPeopleEndpoint,
  undoCheckOutEndpoint,
} from '@gatehouse/validation/endpoints/presence-changes'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { api } from '../../lib/api.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

export const checkOut = 'check_out'
export const undoCheckOut = 'undo_check_out'

export function renewPresence(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listPresentEndpoint.path] })
}

/** Checks people out, or undoes it. */
export function changePresence({ action, ...rows }: BulkRequest): Promise<BulkResult> {
  if (action === undoCheckOut)
    return api.call(undoCheckOutEndpoint, { body: { ids: 'ids' in rows ? [...rows.ids] : [] } })
  return callBulk(checkOutPeopleEndpoint, rows)
}
