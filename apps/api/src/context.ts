import type { UserType } from '@gatehouse/validation/vocabulary'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db/client.ts'
import type { ClientScope, InstallationScope } from './db/scopes.ts'
import type { RateLimits } from './rate-limits/rate-limit.ts'

/** Somebody without a session: a visitor, or whoever is about to log in. */
export interface Guest {
  kind: 'guest'
}

/** A signed-in person with the rights of this very moment. */
export interface Staff {
  kind: 'staff'
  userId: string
  clientId: string
  sessionId: string
  admin: boolean
  siteAdmin: boolean
  /** The second step was passed, or none is owed. */
  authenticated: boolean
  mustChangePassword: boolean
  boardRequiresTwoStep: boolean
  access: { siteId: string; siteName: string; userType: UserType }[]
  /** What the person's queries may see: their client, or for a site_admin the installation. */
  scope: ClientScope | InstallationScope
  /** The person's own client, whatever else they may see. */
  ownScope: ClientScope
}

export type Actor = Guest | Staff

/** What every deed is done with. Time comes in here, so that a test can hold it. */
export interface Context<Who extends Actor = Actor> {
  db: Database
  actor: Who
  now: Date
  log: FastifyBaseLogger
  /** The caller's network, as the limits know it. */
  network: string
  limits: RateLimits
}
