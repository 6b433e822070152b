import type { BoardChange } from '@gatehouse/validation/live'
import { sql } from 'drizzle-orm'
import { type DatabaseState, isNotShown, shownNow } from '../../db/database-state.ts'
import { EVERY_SITE } from '../../db/schema/board-changes.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** A site whose board is watched, and the state since which changes are needed. */
export interface WatchedSite {
  clientId: string
  siteId: string
  since: DatabaseState
}

/** The boards that have changed, and the state after it. After a failover all have changed. */
export async function findBoardChanges(
  tx: Transaction,
  sites: readonly WatchedSite[],
): Promise<{ state: DatabaseState; changes: BoardChange[] }> {
  const rows = sites.map(({ clientId, siteId, since }) => ({
    client_id: clientId,
    site_id: siteId,
    snapshot: since.snapshot,
    started_at: since.serverStartedAt,
  }))
  const [found] = await tx.execute<DatabaseState & { changes: BoardChange[] } & Record<string, unknown>>(sql`
    with watched as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as watched (client_id uuid, site_id uuid, snapshot text, started_at text))
    select ${shownNow}, (
      select coalesce(json_agg(json_build_object('siteId', site_id, 'version', version)), '[]')
      from watched cross join lateral (
        select case when started_at <> pg_postmaster_start_time()::text then started_at else (
          select transaction_id::text from board_changes change
          where change.client_id = watched.client_id
            and change.site_id in (watched.site_id, ${EVERY_SITE}::uuid)
            and change.list in ('on_site', 'away', 'muster')
            and ${isNotShown(sql`watched.snapshot`)}
          order by change.transaction_id desc limit 1) end as version) as latest
      where version is not null) as changes`)
  if (!found) throw new Error('The database has shown no state')
  const { snapshot, serverStartedAt, changes } = found
  return { state: { snapshot, serverStartedAt }, changes }
}

/**
 * The clients with a device that has connected, disconnected or reported something new since.
 * @param clientIds all clients if omitted
 */
export async function findDeviceChanges(
  tx: Transaction,
  { snapshot, serverStartedAt }: DatabaseState,
  clientIds: readonly string[] | undefined,
): Promise<{ state: DatabaseState; changed: 'all' | Set<string> }> {
  const [found] = await tx.execute<DatabaseState & { changed: string[] } & Record<string, unknown>>(sql`
    select ${shownNow}, (
      select coalesce(json_agg(distinct client_id), '[]') from board_changes
      where site_id = ${EVERY_SITE}::uuid and list = 'devices'
        ${clientIds ? sql`and client_id in ${clientIds}` : sql`and changed_at > now() - interval '10 minutes'`}
        and ${isNotShown(snapshot)}) as changed`)
  if (!found) throw new Error('The database has shown no state')
  const state = { snapshot: found.snapshot, serverStartedAt: found.serverStartedAt }
  return {
    state,
    changed: found.serverStartedAt === serverStartedAt ? new Set(found.changed) : 'all',
  }
}

export interface SessionKey {
  clientId: string
  sessionId: string
  /** Whether it had passed the second factor. */
  authenticated: boolean
}

/**
 * The sessions that have ended since: revoked, expired, of a user who is no longer active or of a
 * disabled client. Also those that must pass the second factor again.
 */
export async function findEndedSessions(
  tx: Transaction,
  sessions: readonly SessionKey[],
  now: Date,
): Promise<Set<string>> {
  const rows = sessions.map(({ clientId, sessionId, authenticated }) => ({
    client_id: clientId,
    id: sessionId,
    authenticated,
  }))
  const ended = await tx.execute<{ id: string }>(sql`
    select asked.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as asked (client_id uuid, id uuid, authenticated boolean)
    left join sessions on sessions.client_id = asked.client_id and sessions.id = asked.id
    left join users on users.client_id = sessions.client_id and users.id = sessions.user_id
    left join clients on clients.id = sessions.client_id
    where sessions.id is null or sessions.revoked_at is not null or sessions.expires_at <= ${now.toISOString()}::timestamptz
      or users.status <> 'active' or not clients.enabled or asked.authenticated and not sessions.authenticated`)
  return new Set(ended.map(({ id }) => id))
}
