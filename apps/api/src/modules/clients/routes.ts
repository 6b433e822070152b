import {
  acceptInvitationEndpoint,
  createClientEndpoint,
  enableAllClientsEndpoint,
  enableClientsEndpoint,
  getOwnClientEndpoint,
  inviteClientAdminEndpoint,
  listClientCountriesEndpoint,
  listClientOptionsEndpoint,
  listClientsEndpoint,
  replaceClientEndpoint,
  updateClientEndpoint,
  validateInvitationEndpoint,
} from '@gatehouse/validation/endpoints/client'
import { getRetentionEndpoint, updateRetentionEndpoint } from '@gatehouse/validation/endpoints/retention'
import {
  getSignInPolicyEndpoint,
  updateSignInPolicyEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-policy'
import type { Router } from '../../plugins/route.ts'
import type { Passwords } from '../auth/passwords.ts'
import { createClient, updateClient } from './write-client.ts'
import { enableAllClients, enableClients } from './enable-clients.ts'
import type { Invitations } from './invitations.ts'
import { findClientOptions, getOwnClient, listClients, listCountries, toClientResponse } from './queries.ts'
import { getRetention, toRetentionResponse, updateRetention } from './retention-days.ts'
import { getSignInPolicy, updateSignInPolicy } from './sign-in-policy.ts'

interface ClientDeps {
  invitations: Invitations
  passwords: Passwords
  /** The origin of the portal. */
  publicUrl: string
}

export function registerClients({ route }: Router, { invitations, passwords, publicUrl }: ClientDeps): void {
  route(getOwnClientEndpoint, async ({ ctx }) => toClientResponse(await getOwnClient(ctx)))
  route(listClientCountriesEndpoint, ({ ctx }) => listCountries(ctx))
  route(listClientOptionsEndpoint, ({ ctx, query }) => findClientOptions(ctx, query))
  route(listClientsEndpoint, ({ ctx, query }) => listClients(ctx, query))
  route(createClientEndpoint, async ({ ctx, body }) => toClientResponse(await createClient(ctx, body)))
  route(updateClientEndpoint, async ({ params, headers, body, ctx }) =>
    toClientResponse(await updateClient(ctx, params.id, body, headers['if-match'])),
  )
  route(replaceClientEndpoint, async ({ params, headers, body, ctx }) =>
    toClientResponse(await updateClient(ctx, params.id, body, headers['if-match'])),
  )
  route(getRetentionEndpoint, async ({ ctx, query }) =>
    toRetentionResponse(await getRetention(ctx, query.site)),
  )
  route(updateRetentionEndpoint, async ({ ctx, query, headers, body }) =>
    toRetentionResponse(await updateRetention(ctx, query.site, body, headers['if-match'])),
  )
  route(getSignInPolicyEndpoint, ({ ctx }) => getSignInPolicy(ctx))
  route(updateSignInPolicyEndpoint, ({ ctx, headers, body }) =>
    updateSignInPolicy(ctx, body, headers['if-match']),
  )
  route(enableClientsEndpoint, ({ ctx, body }) => enableClients(ctx, body))
  route(enableAllClientsEndpoint, ({ ctx, query, body }) => enableAllClients(ctx, query, body.enabled))
  route(inviteClientAdminEndpoint, async ({ ctx, params }) => {
    const { token, expiresAt } = await invitations.mint(ctx, params.id)
    return { url: `${publicUrl}/invitation?token=${token}`, expires_at: expiresAt.toISOString() }
  })
  route(validateInvitationEndpoint, async ({ ctx, body }) => {
    const found = await invitations.find(ctx.db, body.token, ctx.now)
    return { validated: found !== undefined, client_name: found?.clientName ?? null }
  })
  route(acceptInvitationEndpoint, ({ ctx, body }) => invitations.accept(ctx, passwords, body))
}
