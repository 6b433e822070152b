import {
  getOwnClientEndpoint,
  listClientCountriesEndpoint,
  updateClientEndpoint,
} from '@gatehouse/validation/endpoints/client'
import type { Router } from '../../plugins/route.ts'
import { toClientResponse } from './responses.ts'
import { getOwnClient, listCountries } from './queries.ts'
import { updateClient } from './update-client.ts'

export function registerClients({ route }: Router): void {
  route(getOwnClientEndpoint, async ({ ctx }) => toClientResponse(await getOwnClient(ctx)))
  route(listClientCountriesEndpoint, ({ ctx }) => listCountries(ctx))
  route(updateClientEndpoint, async ({ params, body, ctx }) =>
    toClientResponse(await updateClient(ctx, params.id, body)),
  )
}
