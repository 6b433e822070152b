import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, asc, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { isCurrentVersion, questions, questionVersions } from '../../db/schema/questions.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { foldNow, matchesSearch } from '../../db/search.ts'
import { withScope } from '../../db/tenancy.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

interface Asked {
  search?: string | undefined
  chosen?: string | undefined
}

/** The sign-in methods at the sites that the person may see, retired ones too: they stand in old entries. */
export function findMethodOptions(
  { db, actor }: Context<StaffActor>,
  { search, chosen }: Asked,
): Promise<OptionsPage> {
  const isChosen = chosen === undefined ? undefined : eq(signInMethods.id, chosen)
  const isFound = matchesSearch(search, { texts: [signInMethods.foldedName] })
  return withScope(
    db,
    actor.scope,
    async (tx) =>
      firstOf(
        await tx
          .select({ id: signInMethods.id, name: signInMethods.name })
          .from(signInMethods)
          .innerJoin(sites, isSiteOf(signInMethods))
          .where(and(hasReadableRecords(actor, 'see'), eitherOf(isChosen, isFound)))
          .orderBy(
            ...(isChosen ? [desc(isChosen)] : []),
            asc(signInMethods.foldedName),
            asc(signInMethods.id),
          )
          .limit(serverLimits.siteOptions + 1),
      ),
    { readOnly: true },
  )
}

/** The visitor roles of the sites that the person may see. Sites have roles of the same name: any of them stands for all. */
export function findRoleOptions(
  { db, actor }: Context<StaffActor>,
  { search, chosen }: Asked,
): Promise<OptionsPage> {
  const isChosen = chosen === undefined ? undefined : eq(visitorRoles.id, chosen)
  const isFound = matchesSearch(search, { texts: [foldNow(visitorRoles.name)] })
  return withScope(
    db,
    actor.scope,
    async (tx) =>
      firstOf(
        await tx
          .select({
            id: sql<string>`coalesce(max(${visitorRoles.id}::text) filter (where ${isChosen ?? sql`false`}), min(${visitorRoles.id}::text))`,
            name: visitorRoles.name,
          })
          .from(visitorRoles)
          .innerJoin(sites, isSiteOf(visitorRoles))
          .where(and(hasReadableRecords(actor, 'see'), eitherOf(isChosen, isFound)))
          .groupBy(visitorRoles.name)
          .orderBy(
            ...(isChosen ? [desc(sql`bool_or(${isChosen})`)] : []),
            asc(inNameOrder(visitorRoles.name)),
          )
          .limit(serverLimits.siteOptions + 1),
      ),
    { readOnly: true },
  )
}

/**
 * The questions of the client, archived ones too: they stand in old answers, and come last. Questions of the same text are told apart by the sites
 * that ask them, as far as the person may see these.
 */
export function findQuestionOptions(
  { db, actor }: Context<StaffActor>,
  { search, chosen }: Asked,
): Promise<OptionsPage> {
  const isChosen = chosen === undefined ? undefined : eq(questions.id, chosen)
  const isFound = matchesSearch(search, { texts: [questionVersions.foldedText] })
  const ofQuestion = sql`l.client_id = ${questions.clientId} and l.question_id = ${questions.id}`
  const places = sql<string | null>`(
    select array_to_string((array_agg(${sites.name} order by ${sites.foldedName}))[1:${sql.raw(String(NAMED_SITES))}], ', ')
      || case when count(*) > ${sql.raw(String(NAMED_SITES))} then ', +' || count(*) - ${sql.raw(String(NAMED_SITES))} else '' end
    from ${sites} where ${hasReadableRecords(actor, 'see') ?? sql`true`} and ${eq(sites.clientId, questions.clientId)}
      and ${sites.id} in (
        select l.site_id from question_sites l where ${ofQuestion}
        union select m.site_id from question_methods l
        join sign_in_methods m on m.client_id = l.client_id and m.id = l.method_id where ${ofQuestion}))`
  const isArchived = isNotNull(questions.archivedAt)
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const found = await tx
        .select({
          id: questions.id,
          text: questionVersions.text,
          places,
          archived: sql<boolean>`${isArchived}`,
          equal: sql<number>`(count(*) over (partition by ${questions.clientId}, ${questionVersions.foldedText}))::int`,
        })
        .from(questions)
        .innerJoin(questionVersions, isCurrentVersion)
        .where(eitherOf(isChosen, isFound))
        .orderBy(
          ...(isChosen ? [desc(isChosen)] : []),
          asc(sql`${isArchived}`),
          asc(inNameOrder(questionVersions.text)),
          asc(questions.id),
        )
        .limit(serverLimits.siteOptions + 1)
      return firstOf(
        found.map(({ id, text, places: named, archived, equal }) => {
          const name = equal > 1 && named !== null ? `${text} · ${named}` : text
          return archived ? { id, name, archived } : { id, name }
        }),
      )
    },
    { readOnly: true },
  )
}

/** How many sites tell a question from others of the same text. */
const NAMED_SITES = 3

const eitherOf = (isChosen: SQL | undefined, isFound: SQL | undefined) =>
  isChosen && isFound ? or(isChosen, isFound) : isFound

/** One more than is answered tells whether there are more. */
function firstOf(found: OptionsPage['items']): OptionsPage {
  return {
    items: found.slice(0, serverLimits.siteOptions),
    has_more: found.length > serverLimits.siteOptions,
  }
}
