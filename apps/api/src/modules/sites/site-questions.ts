import { createHash } from 'node:crypto'
import type { SiteQuestion, SiteQuestions } from '@gatehouse/validation/endpoints/site-questions'
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { isCurrentVersion, questions, questionSites, questionVersions } from '../../db/schema/questions.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { hasRightAtSite } from './policy.ts'
import { getSiteOrThrow } from './queries.ts'
import { lockSite } from './site-list.ts'

interface Site {
  clientId: string
  id: string
}

/**
 * The questions of the site's client, and which of them the site uses.
 * @throws AppError `not_found`
 */
export function listSiteQuestions(
  { db, actor }: Context<StaffActor>,
  siteId: string,
): Promise<SiteQuestions> {
  return withReadScope(db, actor.scope, async (tx) =>
    readQuestions(tx, await getSiteOrThrow(tx, actor, 'see', siteId, hasRightAtSite)),
  )
}

/**
 * Sets the questions of a site. An archived question or one of another client is rejected, and then
 * nothing changes.
 * @param ifMatch the `version` that the caller has seen
 * @throws AppError `not_found`, `changed_meanwhile`
 */
export function setSiteQuestions(
  { db, actor, now }: Context<StaffActor>,
  siteId: string,
  questionIds: readonly string[],
  ifMatch?: string,
): Promise<SiteQuestions> {
  const wanted = [...new Set(questionIds)]
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const present = await readQuestions(tx, site)
    if (ifMatch !== undefined && ifMatch !== present.version)
      throw new AppError('changed_meanwhile', { current: present })
    const { items } = present
    const known = new Set(items.map(({ id }) => id))
    if (!wanted.every((id) => known.has(id))) throw new AppError('not_found')
    const before = items.filter(({ assigned }) => assigned).map(({ id }) => id)
    const changed = items.filter(({ id, assigned }) => assigned !== wanted.includes(id))
    if (changed.length === 0) return present
    await markChanged(
      tx,
      site,
      changed.map(({ id }) => id),
      now,
    )
    const isLink = hasValues(questionSites, { clientId: site.clientId, siteId })
    // Archived questions stay assigned: they are not in the list and are not used at sign-in.
    const isShown = inArray(questionSites.questionId, [...known])
    if (known.size > 0)
      await tx
        .delete(questionSites)
        .where(
          and(isLink, isShown, wanted.length > 0 ? notInArray(questionSites.questionId, wanted) : undefined),
        )
    if (wanted.length > 0)
      await tx
        .insert(questionSites)
        .values(wanted.map((questionId) => ({ clientId: site.clientId, questionId, siteId })))
        .onConflictDoNothing()
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'site.questions_set', 'site', { clientId: site.clientId, id: siteId }),
      details: { before: { question_ids: before }, after: { question_ids: wanted } },
    })
    return readQuestions(tx, site)
  })
}

/**
 * Gives these questions a new version, so that a person who edits one notices that its sites have
 * changed. Locks them in the order of all writes to several questions.
 */
async function markChanged(
  tx: Transaction,
  { clientId }: Site,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const isChanged = and(eq(questions.clientId, clientId), inArray(questions.id, [...ids]))
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(isChanged)
    .orderBy(asc(questions.id))
    .for('no key update')
  await tx
    .update(questions)
    .set({ lastModified: nextModified(questions.lastModified, now) })
    .where(isChanged)
}

async function readQuestions(tx: Transaction, site: Site): Promise<SiteQuestions> {
  const items = await tx
    .select({
      id: questions.id,
      name: questionVersions.name,
      text: questionVersions.text,
      type: questionVersions.type,
      enabled: questions.enabled,
      assigned: sql<boolean>`${questionSites.siteId} is not null`,
    })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .leftJoin(
      questionSites,
      hasValues(questionSites, { clientId: questions.clientId, questionId: questions.id, siteId: site.id }),
    )
    .where(and(eq(questions.clientId, site.clientId), isNull(questions.archivedAt)))
    .orderBy(asc(questions.position), asc(questions.id))
  return { items, total: items.length, version: versionOf(items) }
}

/** A hash of the assigned questions. It does not depend on their order or texts. */
function versionOf(items: readonly SiteQuestion[]): string {
  const assigned = items.filter((item) => item.assigned).map(({ id }) => id)
  return createHash('sha256').update(assigned.sort().join()).digest('base64url').slice(0, 32)
}
