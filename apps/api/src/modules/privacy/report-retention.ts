import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listRetentionRunsEndpoint } from '@gatehouse/validation/endpoints/retention'
import { serverLimits } from '@gatehouse/validation/limits'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { retentionSchedules } from '../../db/schema/retention.ts'
import { withScope } from '../../db/tenancy.ts'
import { findClientOf } from '../sites/site-list.ts'
import { listRetentionRuns } from './retention-runs.ts'

/**
 * The last runs of the client of a site, or of the client in which the person works, and when the next one is.
 * @throws AppError `not_found`, `client_not_chosen`
 */
export function reportRetention(
  { db, actor }: Context<StaffActor>,
  siteId: string | undefined,
): Promise<EndpointOutput<typeof listRetentionRunsEndpoint>> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const clientId = await findClientOf(tx, actor, siteId)
      const [runs, [schedule]] = await Promise.all([
        listRetentionRuns(tx, clientId, serverLimits.retentionRuns),
        tx
          .select({ nextRunAt: retentionSchedules.nextRunAt })
          .from(retentionSchedules)
          .where(eq(retentionSchedules.clientId, clientId)),
      ])
      return {
        items: runs.map((run) => ({
          id: run.id,
          started_at: run.startedAt.toISOString(),
          finished_at: run.finishedAt?.toISOString() ?? null,
          contact_rows: run.contactRows,
          answer_rows: run.answerRows,
          temperature_rows: run.temperatureRows,
          photo_rows: run.photoRows,
          failures: run.failures.length,
        })),
        next_run_at: schedule?.nextRunAt.toISOString() ?? null,
      }
    },
    { readOnly: true },
  )
}
