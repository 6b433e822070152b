import type { ApiKeyScope } from '@gatehouse/validation/vocabulary'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db/client.ts'
import type { ClientScope, InstallationScope } from './db/scopes.ts'
import { AppError } from './lib/app-error.ts'
import type { TaskOwner } from './lib/semaphore.ts'
import type { RateLimits } from './rate-limits/rate-limit.ts'

/** A caller without a session: a visitor, or a person before the login. */
export interface GuestActor {
  kind: 'guest'
}

/** A signed-in person with their current rights. */
export interface StaffActor {
  kind: 'staff'
  userId: string
  clientId: string
  sessionId: string
  admin: boolean
  siteAdmin: boolean
  /** The second factor was verified, or none is required. */
  authenticated: boolean
  mustChangePassword: boolean
  /** Whether the board is open before the second factor: to board screens, and staff if allowed. */
  boardBeforeTwoStep: boolean
  /** The person has a Manager entry for an active site. `isAccessibleSite` decides for which. */
  hasManagerEntry: boolean
  /** The same for a Staff entry. */
  hasStaffEntry: boolean
  /** The rows that the person works with: for a site_admin, those of the chosen or all clients. */
  scope: ClientScope | InstallationScope
  /** The person's own client, also for a site_admin. */
  ownScope: ClientScope
}

/** A program with an API key. Within its scopes it reads what an admin of its client sees. */
export interface KeyActor {
  kind: 'key'
  keyId: string
  clientId: string
  scopes: readonly ApiKeyScope[]
  admin: true
  siteAdmin: false
  scope: ClientScope
}

/** Who may read: a person, or a program where the endpoint declares a scope. */
export type ReadingActor = StaffActor | KeyActor

/** The site-independent rights of a person. */
export type Rights = Pick<StaffActor, 'admin' | 'siteAdmin' | 'hasManagerEntry' | 'hasStaffEntry'>

export type Actor = GuestActor | ReadingActor

export const idOf = (actor: ReadingActor) => (actor.kind === 'key' ? actor.keyId : actor.userId)

/** The owner of a queued task. Clients take turns, and within a client its users and keys. */
export const ownerOf = (actor: ReadingActor): TaskOwner => ({ group: actor.clientId, member: idOf(actor) })

/** The actor of an audit entry. */
export const auditedActorOf = (actor: ReadingActor) => ({ kind: actor.kind, id: idOf(actor) })

/** The client a person works in. For a site_admin who works with all clients, their own. */
export const clientOf = ({ scope, clientId }: ReadingActor): string =>
  scope.kind === 'client' ? scope.clientId : clientId

/** What every query and verb receives. It has the time, so that tests can set it. */
export interface Context<Who extends Actor = Actor> {
  db: Database
  actor: Who
  now: Date
  log: FastifyBaseLogger
  /** The caller's IP address for rate limits: an IPv6 address by its /64. */
  clientIp: string
  limits: RateLimits
}

/**
 * The scope in which a person creates rows: their own client, or the one a site_admin has chosen.
 * @throws AppError `client_not_chosen` for a site_admin who works with all clients
 */
export function getWorkingScope({ scope }: ReadingActor): ClientScope {
  if (scope.kind === 'installation') throw new AppError('client_not_chosen')
  return scope
}
