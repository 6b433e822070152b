import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { changeMethods } from './change-methods.ts'
import { createMethod, updateMethod } from './write-method.ts'
import { getMethod, listMethods, type MethodRow } from './method-list.ts'
import { getQrCode } from './get-qr-code.ts'
import { renewKey } from './keys.ts'
import { toMethodResponse } from './responses.ts'

/** @param publicUrl the address of this installation for visitors */
export function registerSignInMethods({ route }: Router, { publicUrl }: { publicUrl: string }): void {
  const respond = (row: MethodRow) => toMethodResponse(row, publicUrl)
  route(endpoints.listSignInMethods, async ({ ctx, query }) => {
    const { items, total } = await listMethods(ctx, query)
    return { items: items.map(respond), total }
  })
  route(endpoints.createSignInMethod, async ({ ctx, body }) => respond(await createMethod(ctx, body)))
  route(endpoints.getSignInMethod, async ({ ctx, params }) => respond(await getMethod(ctx, params.id)))
  route(endpoints.updateSignInMethod, async ({ ctx, params, headers, body }) =>
    respond(await updateMethod(ctx, params.id, { changes: body, ifMatch: headers['if-match'], publicUrl })),
  )
  route(endpoints.renewMethodKey, async ({ ctx, params, headers }) =>
    respond(await renewKey(ctx, params.id, { ifMatch: headers['if-match'], publicUrl })),
  )
  route(endpoints.getMethodQrCode, ({ ctx, params, query }) => getQrCode(ctx, params.id, query, publicUrl))
  route(endpoints.changeSignInMethods, ({ ctx, body }) => changeMethods(ctx, body))
}
