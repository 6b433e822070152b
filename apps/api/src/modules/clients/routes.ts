import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { Passwords } from '../auth/passwords.ts'
import { createClient, updateClient } from './write-client.ts'
import { enableAllClients, enableClients } from './enable-clients.ts'
import type { Invitations } from './invitations.ts'
import { deleteLogo, setLogo } from './logo.ts'
import { findClientOptions, getOwnClient, listClients, listCountries, toClientResponse } from './queries.ts'
import { getRetention, toRetentionResponse, updateRetention } from './retention-days.ts'
import { getSignInPolicy, updateSignInPolicy } from './sign-in-policy.ts'

interface ClientDeps {
  invitations: Invitations
  passwords: Passwords
  photos: PhotoStore
  /** The base URL of the portal. */
  publicUrl: string
}

export function registerClients(
  { route }: Router,
  { invitations, passwords, photos, publicUrl }: ClientDeps,
): void {
  route(endpoints.getOwnClient, async ({ ctx }) => toClientResponse(await getOwnClient(ctx)))
  route(endpoints.listClientCountries, ({ ctx }) => listCountries(ctx))
  route(endpoints.listClientOptions, ({ ctx, query }) => findClientOptions(ctx, query))
  route(endpoints.listClients, ({ ctx, query }) => listClients(ctx, query))
  route(endpoints.createClient, async ({ ctx, body }) => toClientResponse(await createClient(ctx, body)))
  route(endpoints.updateClient, async ({ params, headers, body, ctx }) =>
    toClientResponse(await updateClient(ctx, params.id, body, headers['if-match'])),
  )
  route(endpoints.replaceClient, async ({ params, headers, body, ctx }) =>
    toClientResponse(await updateClient(ctx, params.id, body, headers['if-match'])),
  )
  route(endpoints.putClientLogo, async ({ ctx, params, upload }) =>
    toClientResponse(await setLogo(ctx, photos, params.id, upload)),
  )
  route(endpoints.deleteClientLogo, async ({ ctx, params }) =>
    toClientResponse(await deleteLogo(ctx, photos, params.id)),
  )
  route(endpoints.getRetention, async ({ ctx, query }) =>
    toRetentionResponse(await getRetention(ctx, query.site)),
  )
  route(endpoints.updateRetention, async ({ ctx, query, headers, body }) =>
    toRetentionResponse(await updateRetention(ctx, query.site, body, headers['if-match'])),
  )
  route(endpoints.getSignInPolicy, ({ ctx }) => getSignInPolicy(ctx))
  route(endpoints.updateSignInPolicy, ({ ctx, headers, body }) =>
    updateSignInPolicy(ctx, body, headers['if-match']),
  )
  route(endpoints.enableClients, ({ ctx, body }) => enableClients(ctx, body))
  route(endpoints.enableAllClients, ({ ctx, query, body }) => enableAllClients(ctx, query, body.enabled))
  route(endpoints.inviteClientAdmin, async ({ ctx, params }) => {
    const { token, expiresAt } = await invitations.mint(ctx, params.id)
    return { url: `${publicUrl}/invitation?token=${token}`, expires_at: expiresAt.toISOString() }
  })
  route(endpoints.validateInvitation, async ({ ctx, body }) => {
    const found = await invitations.find(ctx, body.token)
    return { validated: found !== undefined, client_name: found?.clientName ?? null }
  })
  route(endpoints.acceptInvitation, ({ ctx, body }) => invitations.accept(ctx, passwords, body))
}
