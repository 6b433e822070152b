import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { ManagedQuestion, questionLimits } from '@gatehouse/validation/endpoints/questions'
import { serverLimits } from '@gatehouse/validation/limits'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { questionTypes } from '@gatehouse/validation/vocabulary'
import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { inNameOrder, rankIn } from '../../db/name-order.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import { clients } from '../../db/schema/clients.ts'
import {
  isCurrentVersion,
  questionMethods,
  questionRoles,
  questions,
  questionSites,
  questionVersions,
} from '../../db/schema/questions.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { foldNow } from '../../db/search.ts'
import { type ListConditions, readPage, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { getClientOrThrow } from '../clients/queries.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { outdatedSince } from './outdated-texts.ts'

type Query = InputOf<'listQuestions'>['query']
type QuestionFilters = WithSite<Pick<Query, 'search' | 'type' | 'role' | 'site' | 'enabled' | 'status'>>

/** The search and filter conditions on the questions in the person's scope. */
export const questionConditions = ({ scope }: StaffActor): ListConditions<QuestionFilters> => ({
  scope: scope.kind === 'client' ? eq(questions.clientId, scope.clientId) : undefined,
  search: { texts: [questionVersions.foldedName, questionVersions.foldedText] },
  filters: {
    type: (type) => eq(questionVersions.type, type),
    role: (role) =>
      isAmong(
        sql`select ${questionRoles.questionId} from ${questionRoles} where ${questionRoles.roleId} = ${role}`,
      ),
    // Questions of the site at all its methods, and those of single methods.
    site: ({ clientId, id }) =>
      isAmong(sql`
        select ${questionSites.questionId} from ${questionSites}
        where ${hasValues(questionSites, { clientId, siteId: id })}
        union select ${questionMethods.questionId} from ${questionMethods}
        join ${signInMethods} on ${isMethodOfLink}
        where ${and(hasValues(signInMethods, { clientId, siteId: id }), isNull(signInMethods.retiredAt))}`),
    enabled: (enabled) => eq(questions.enabled, enabled === 'true'),
    status: (status) =>
      status === 'all'
        ? undefined
        : status === 'archived'
          ? isNotNull(questions.archivedAt)
          : isNull(questions.archivedAt),
  },
})

const isMethodOfLink = hasValues(signInMethods, {
  clientId: questionMethods.clientId,
  id: questionMethods.methodId,
})

function isAmong(ids: SQL): SQL {
  return sql`${questions.id} in (${ids})`
}

/** A page of the questions. @throws AppError `not_found` for an unknown site */
export function listQuestions(
  { db, actor, now }: Context<StaffActor>,
  query: Query,
): Promise<OutputOf<'listQuestions'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(await resolveSite(tx, actor, 'see', query), {
      ...questionConditions(actor),
      sort: {
        position: (direction) => [direction(questions.clientId), direction(questions.position)],
        name: questionVersions.foldedName,
        text: questionVersions.foldedText,
        type: rankIn(questionTypes, questionVersions.type),
        enabled: questions.enabled,
        last_modified: questions.lastModified,
      },
      lastSort: questions.id,
      rows: (where) =>
        tx
          .select({ clientId: questions.clientId, id: questions.id })
          .from(questions)
          .innerJoin(questionVersions, isCurrentVersion)
          .where(where)
          .$dynamic(),
      count: (where) =>
        tx
          .select({ total: count() })
          .from(questions)
          .innerJoin(questionVersions, isCurrentVersion)
          .where(where),
    })
    const rows = await readPage(
      items,
      questions,
      (where) => selectQuestions(tx, questionLimits.shownLinks).where(where),
      ({ question }) => question.id,
    )
    const refused = await countRefused(tx, [...new Set(items.map(({ clientId }) => clientId))], now)
    const clientId = actor.scope.kind === 'client' ? actor.scope.clientId : actor.clientId
    const { language } = await getClientOrThrow(tx, clientId)
    return { items: rows.map((row) => toQuestionResponse(row, refused)), total, language }
  })
}

/** A question, archived or not. */
export function getQuestion({ db, actor, now }: Context<StaffActor>, id: string): Promise<ManagedQuestion> {
  return withReadScope(db, actor.scope, (tx) => getQuestionOrThrow(tx, id, now))
}

/** The same within a transaction. */
export async function getQuestionOrThrow(tx: Transaction, id: string, now: Date): Promise<ManagedQuestion> {
  const [row] = await selectQuestions(tx, questionLimits.links).where(eq(questions.id, id))
  if (!row) throw new AppError('not_found')
  return toQuestionResponse(row, await countRefused(tx, [row.question.clientId], now))
}

/** Locks a question until the transaction ends. @throws AppError `not_found` */
export async function lockQuestion(tx: Transaction, id: string): Promise<typeof questions.$inferSelect> {
  const [question] = await tx.select().from(questions).where(eq(questions.id, id)).for('no key update')
  if (!question) throw new AppError('not_found')
  return question
}

/** The texts and answers of a question. @throws AppError `not_found` */
export async function getCurrentVersion(
  tx: Transaction,
  id: string,
): Promise<typeof questionVersions.$inferSelect> {
  const [row] = await tx
    .select({ current: questionVersions })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(eq(questions.id, id))
  if (!row) throw new AppError('not_found')
  return row.current
}

type QuestionRow = Awaited<ReturnType<typeof selectQuestions>>[number]

interface Named {
  id: string
  name: string
}
export interface NamedAtSite extends Named {
  site_id: string
  site_name: string
}

/** @param most the most roles, sites and methods to name, of each kind */
function selectQuestions(tx: Transaction, most: number) {
  const ofQuestion = sql.raw(`l.client_id = "questions"."client_id" and l.question_id = "questions"."id"`)
  const first = sql.raw(String(most))
  const atSite = (links: string, column: string, table: string) =>
    sql<NamedAtSite[]>`(
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'site_id', site_id, 'site_name', site_name)), '[]')
      from (select t.id, t.name, s.id as site_id, s.name as site_name from ${sql.raw(links)} l
        join ${sql.raw(table)} t on t.client_id = l.client_id and t.id = l.${sql.raw(column)}
        join sites s on s.client_id = t.client_id and s.id = t.site_id
        where ${ofQuestion} order by s.folded_name, ${inNameOrder(sql.raw('t.name'))}, t.id limit ${first}) named)`
  const total = (links: string) =>
    sql<number>`(select count(*)::int from ${sql.raw(links)} l where ${ofQuestion})`
  return tx
    .select({
      question: questions,
      version: questionVersions,
      clientName: clients.name,
      language: clients.language,
      // Archived questions keep their position in case they are restored, but don't count.
      place: sql<number>`(select count(*)::int from questions earlier
        where earlier.client_id = "questions"."client_id" and earlier.archived_at is null
          and (earlier.position, earlier.id) < ("questions"."position", "questions"."id"))`,
      roles: atSite('question_roles', 'role_id', 'visitor_roles'),
      rolesTotal: total('question_roles'),
      sites: sql<Named[]>`(
        select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
        from (select s.id, s.name from question_sites l join sites s on s.client_id = l.client_id and s.id = l.site_id
          where ${ofQuestion} order by s.folded_name, s.id limit ${first}) named)`,
      sitesTotal: total('question_sites'),
      methods: atSite('question_methods', 'method_id', 'sign_in_methods'),
      methodsTotal: total('question_methods'),
    })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .innerJoin(clients, eq(clients.id, questions.clientId))
}

/** @param refused how many sign-ins an answer has refused lately, by question id */
function toQuestionResponse(row: QuestionRow, refused: ReadonlyMap<string, number>): ManagedQuestion {
  const { question, version } = row
  return toFields(ManagedQuestion, {
    ...version,
    ...question,
    ...row,
    version: question.version,
    outdated: outdatedSince(version.outdated),
    position: row.place,
    archived: question.archivedAt !== null,
    blocked: refused.get(question.id) ?? 0,
  })
}

/** How many sign-ins of the last days were refused by an answer to a question, by question id. */
async function countRefused(
  tx: Transaction,
  clientIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (clientIds.length === 0) return new Map()
  const since = new Date(now.getTime() - serverLimits.questions.refusedDays * 86_400_000).toISOString()
  const found = await tx.execute<{ id: string; refused: number }>(sql`
    select answer ->> 'question_id' as id, count(*)::int as refused
    from refused_attempts, jsonb_array_elements(answers) answer
    where client_id in ${clientIds} and reason = 'failed_answer' and attempted_at > ${since}::timestamptz
      and (answer ->> 'failed')::boolean
    group by 1`)
  return new Map(found.map(({ id, refused }) => [id, refused]))
}

/** The options of a filter by role: the first roles with sites, and whether there are more. */
export async function findRoleOptions(ctx: Context<StaffActor>, asked: OptionsSearch): Promise<OptionsPage> {
  const { items, has_more } = await readOptions(ctx, asked, {
    id: visitorRoles.id,
    texts: [foldNow(visitorRoles.name), sites.foldedName],
    rows: (tx, where, isChosen) =>
      tx
        .select({
          id: visitorRoles.id,
          name: visitorRoles.name,
          siteName: sites.name,
          clientName: clients.name,
        })
        .from(visitorRoles)
        .innerJoin(sites, isSiteOf(visitorRoles))
        .innerJoin(clients, eq(clients.id, visitorRoles.clientId))
        .where(where)
        .orderBy(
          ...chosenFirst(isChosen),
          asc(inNameOrder(visitorRoles.name)),
          asc(sites.foldedName),
          asc(visitorRoles.id),
        ),
  })
  return {
    has_more,
    items: items.map(({ id, name, siteName, clientName }) => ({
      id,
      name: `${name} · ${siteName}`,
      client_name: ctx.actor.scope.kind === 'client' ? undefined : clientName,
    })),
  }
}

/** All questions of a client that are not archived, in order. */
export async function questionsInOrder(tx: Transaction, clientId: string): Promise<string[]> {
  const found = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.clientId, clientId), isNull(questions.archivedAt)))
    .orderBy(asc(questions.position), asc(questions.id))
  return found.map(({ id }) => id)
}
