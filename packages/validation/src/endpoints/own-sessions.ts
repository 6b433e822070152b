import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list-endpoint.ts'

/** The program that signed in, by its makers' names; null where unknown. */
export const Program = v.object({ browser: v.nullable(v.string()), system: v.nullable(v.string()) })
export type Program = v.InferOutput<typeof Program>

/** A session for its owner. `authenticated` is false until it has passed the second factor. */
export const OwnSession = v.object({
  id: v.string(),
  program: Program,
  current: v.boolean(),
  authenticated: v.boolean(),
  created_at: v.string(),
  last_seen_at: v.string(),
  expires_at: v.string(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const RememberedDevice = v.object({
  id: v.string(),
  program: Program,
  created_at: v.string(),
  last_used_at: v.string(),
  expires_at: v.string(),
})
export type RememberedDevice = v.InferOutput<typeof RememberedDevice>

export const listOwnSessionsEndpoint = listEndpoint({
  path: '/me/sessions',
  summary: 'Lists the caller’s active sessions, last used first by default.',
  access: 'person',
  item: OwnSession,
  sort: ['last_seen_at', 'created_at', 'program'],
  defaultSort: 'last_seen_at desc',
  filters: {},
})

export const revokeOwnSessionEndpoint = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  summary: 'Ends one of the caller’s sessions immediately, everywhere.',
  access: 'person',
  response: 'none',
})

export const logOutEverywhereEndpoint = endpoint({
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'Ends all sessions of the caller, including the current one, and forgets all remembered devices.',
  access: 'person',
  response: 'none',
})

export const listRememberedDevicesEndpoint = listEndpoint({
  path: '/me/devices',
  summary: 'Lists the devices that remember the caller’s second factor, last used first by default.',
  access: 'person',
  item: RememberedDevice,
  sort: ['last_used_at', 'created_at', 'program'],
  defaultSort: 'last_used_at desc',
  filters: {},
})

export const forgetDeviceEndpoint = endpoint({
  method: 'DELETE',
  path: '/me/devices/:id',
  summary: 'Forgets a remembered device. Its next login requires the second factor again.',
  access: 'person',
  response: 'none',
})
