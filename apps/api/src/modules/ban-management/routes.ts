import {
  askBanExceptionEndpoint,
  createBanEndpoint,
  decideBanExceptionEndpoint,
  getBanEndpoint,
  liftBanEndpoint,
  listBansEndpoint,
  previewBanEndpoint,
  updateBanEndpoint,
} from '@gatehouse/validation/endpoints/bans'
import type { Router } from '../../plugins/route.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { addBan, liftBan, updateBan } from './change-ban.ts'
import { askBanException, decideBanException } from './exceptions.ts'
import { previewBan } from './preview-ban.ts'
import { getBan, listBans } from './queries.ts'

export function registerBans({ route }: Router, { banKeys }: { banKeys: BanKeys }): void {
  route(listBansEndpoint, ({ ctx, query }) => listBans(ctx, query))
  route(createBanEndpoint, ({ ctx, body }) => addBan(ctx, banKeys, body))
  route(previewBanEndpoint, ({ ctx, body }) => previewBan(ctx, banKeys, body))
  route(getBanEndpoint, ({ ctx, params }) => getBan(ctx, params.id))
  route(updateBanEndpoint, ({ ctx, params, headers, body }) =>
    updateBan(ctx, params.id, body, headers['if-match']),
  )
  route(liftBanEndpoint, ({ ctx, params, body }) => liftBan(ctx, params.id, body))
  route(askBanExceptionEndpoint, ({ ctx, params, body }) => askBanException(ctx, params.id, body))
  route(decideBanExceptionEndpoint, ({ ctx, params, body }) => decideBanException(ctx, params, body))
}
