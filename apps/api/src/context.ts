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
  /** The board is open to the session before its second factor: to a board's screen, and to staff where their client allows it. */
  boardBeforeTwoStep: boolean
  /** The person has a Manager entry for an active site. Which sites those are is decided where a site is read (`isAccessibleSite`). */
  hasManagerEntry: boolean
  /** The same for a Staff entry. */
  hasStaffEntry: boolean
  /** The rows that the person works with: those of their client; for a site_admin those of the chosen client, or of all. */
  scope: ClientScope | InstallationScope
  /** The person's own client, also for a site_admin. */
  ownScope: ClientScope
}

/** A program with an API key. It reads what an admin of its client sees, as far as its scopes reach, and changes nothing. */
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

/** The rights of a person that do not depend on a site. */
export type Rights = Pick<StaffActor, 'admin' | 'siteAdmin' | 'hasManagerEntry' | 'hasStaffEntry'>

export type Actor = GuestActor | ReadingActor

export const idOf = (actor: ReadingActor) => (actor.kind === 'key' ? actor.keyId : actor.userId)

/** Whose tasks wait in a queue: clients take turns, and in a client its people and keys do. */
export const ownerOf = (actor: ReadingActor): TaskOwner => ({ group: actor.clientId, member: idOf(actor) })

/** Who an entry of the audit log says has done it. */
export const auditedActorOf = (actor: ReadingActor) => ({ kind: actor.kind, id: idOf(actor) })

/** The client in which a person works; of a site_admin who works with all clients, the own one. */
export const clientOf = ({ scope, clientId }: ReadingActor): string =>
  scope.kind === 'client' ? scope.clientId : clientId

/** What every query and verb receives. It carries the time, so that a test can set it. */
export interface Context<Who extends Actor = Actor> {
  db: Database
  actor: Who
  now: Date
  log: FastifyBaseLogger
  /** The caller's IP address as the limits count it: an IPv6 address by its /64. */
  clientIp: string
  limits: RateLimits
}

/**
 * The scope of the one client in which a person creates rows: the own one, or the one that a site_admin has chosen.
 * @throws AppError `client_not_chosen` for a site_admin who works with all clients
 */
export function getWorkingScope({ scope }: ReadingActor): ClientScope {
  if (scope.kind === 'installation') throw new AppError('client_not_chosen')
  return scope
}
