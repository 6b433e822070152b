import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { addBan, liftBan, updateBan } from './change-ban.ts'
import { askBanException, decideBanException } from './exceptions.ts'
import { previewBan } from './preview-ban.ts'
import { getBan, listBans } from './queries.ts'

export function registerBans({ route }: Router, { banKeys }: { banKeys: BanKeys }): void {
  route(endpoints.listBans, ({ ctx, query }) => listBans(ctx, query))
  route(endpoints.createBan, ({ ctx, body }) => addBan(ctx, banKeys, body))
  route(endpoints.previewBan, ({ ctx, body }) => previewBan(ctx, banKeys, body))
  route(endpoints.getBan, ({ ctx, params }) => getBan(ctx, params.id))
  route(endpoints.updateBan, ({ ctx, params, headers, body }) =>
    updateBan(ctx, params.id, body, headers['if-match']),
  )
  route(endpoints.liftBan, ({ ctx, params, body }) => liftBan(ctx, params.id, body))
  route(endpoints.askBanException, ({ ctx, params, body }) => askBanException(ctx, params.id, body))
  route(endpoints.decideBanException, ({ ctx, params, body }) => decideBanException(ctx, params, body))
}
