import {
  MusterPoint,
  type MusterPointChanges,
  type NewMusterPoint,
} from '@gatehouse/validation/endpoints/muster-points'
import { limits } from '@gatehouse/validation/limits'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { musterPoints } from '../../db/schema/sites.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { hasRightAtSite } from './policy.ts'
import { getSiteOrThrow } from './queries.ts'
import { lockSite } from './site-list.ts'

type PointRow = typeof musterPoints.$inferSelect
interface Site {
  clientId: string
  id: string
}

const isOf = ({ clientId, id }: Site) => hasValues(musterPoints, { clientId, siteId: id })

/** The muster points of a site by name. The caller checks the access. */
export async function readPoints(
  tx: Transaction,
  { clientId, siteId }: { clientId: string; siteId: string },
): Promise<{ id: string; name: string; place: string }[]> {
  const points = await selectPoints(tx, isOf({ clientId, id: siteId }))
  return points.map(({ id, name, place }) => ({ id, name, place }))
}

/**
 * The muster points of a site by name.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listMusterPoints(
  { db, actor }: Context<StaffActor>,
  siteId: string,
): Promise<{ items: MusterPoint[]; total: number }> {
  return withReadScope(db, actor.scope, async (tx) => {
    const points = await selectPoints(
      tx,
      isOf(await getSiteOrThrow(tx, actor, 'see', siteId, hasRightAtSite)),
    )
    return { items: points.map(toPointResponse), total: points.length }
  })
}

/** @throws AppError `not_found`, `too_many_parts`, `name_taken` */
export function createMusterPoint(
  { db, actor, now }: Context<StaffActor>,
  siteId: string,
  input: NewMusterPoint,
): Promise<PointRow> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    if ((await selectPoints(tx, isOf(site))).length >= limits.site.parts) throw new AppError('too_many_parts')
    const [point] = await tx
      .insert(musterPoints)
      .values({
        clientId: site.clientId,
        id: newId(now),
        siteId,
        ...input,
        createdAt: now,
        lastModified: now,
      })
      .returning()
    if (!point) throw new Error('An insert returns its row')
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'muster_point.created', 'muster_point', point),
      details: { after: { ...toPointResponse(point), site_id: siteId } },
    })
    return point
  })
}

/** @throws AppError `not_found`, `changed_meanwhile`, `name_taken` */
export function updateMusterPoint(
  { db, actor, now }: Context<StaffActor>,
  { id: siteId, pointId }: { id: string; pointId: string },
  changes: MusterPointChanges,
  ifMatch?: string,
): Promise<PointRow> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const isPoint = and(isOf(site), eq(musterPoints.id, pointId))
    const row = await getPointOrThrow(tx, isPoint)
    if (Object.keys(changes).length === 0) return row
    return editRow(tx, {
      row,
      show: toPointResponse,
      ifMatch,
      write: async (lastModified) => {
        await tx
          .update(musterPoints)
          .set({ ...changes, lastModified })
          .where(isPoint)
        return getPointOrThrow(tx, isPoint)
      },
      audit: auditOf({ actor, now }, 'muster_point.updated', 'muster_point', row),
    })
  })
}

/** @throws AppError `not_found` */
export function deleteMusterPoint(
  { db, actor, now }: Context<StaffActor>,
  { id: siteId, pointId }: { id: string; pointId: string },
): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const isPoint = and(isOf(site), eq(musterPoints.id, pointId))
    const point = await getPointOrThrow(tx, isPoint)
    await tx.delete(musterPoints).where(isPoint)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'muster_point.deleted', 'muster_point', point),
      details: { before: toPointResponse(point) },
    })
  })
}

export const toPointResponse = (point: PointRow): MusterPoint => toFields(MusterPoint, point)

function selectPoints(tx: Transaction, where: SQL | undefined): Promise<PointRow[]> {
  return tx
    .select()
    .from(musterPoints)
    .where(where)
    .orderBy(asc(inNameOrder(musterPoints.name)), asc(musterPoints.id))
}

async function getPointOrThrow(tx: Transaction, where: SQL | undefined): Promise<PointRow> {
  const [point] = await selectPoints(tx, where)
  if (!point) throw new AppError('not_found')
  return point
}
