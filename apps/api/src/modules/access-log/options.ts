import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import { isCurrentVersion, questions, questionVersions } from '../../db/schema/questions.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { foldNow } from '../../db/search.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

/** The sign-in methods at the sites that the actor may see, with retired ones for old entries. */
export const findMethodOptions = (ctx: Context<StaffActor>, asked: OptionsSearch): Promise<OptionsPage> =>
  readOptions(ctx, asked, {
    id: signInMethods.id,
    texts: [signInMethods.foldedName],
    rows: (tx, where, isChosen) =>
      tx
        .select({ id: signInMethods.id, name: signInMethods.name })
        .from(signInMethods)
        .innerJoin(sites, isSiteOf(signInMethods))
        .where(and(hasReadableRecords(ctx.actor, 'see'), where))
        .orderBy(...chosenFirst(isChosen), asc(signInMethods.foldedName), asc(signInMethods.id)),
  })

/** The visitor roles at the sites that the actor may see. Those of one name are one option. */
export const findRoleOptions = (ctx: Context<StaffActor>, asked: OptionsSearch): Promise<OptionsPage> =>
  readOptions(ctx, asked, {
    id: visitorRoles.id,
    texts: [foldNow(visitorRoles.name)],
    rows: (tx, where, isChosen) =>
      tx
        .select({
          id: sql<string>`coalesce(max(${visitorRoles.id}::text) filter (where ${isChosen ?? sql`false`}), min(${visitorRoles.id}::text))`,
          name: visitorRoles.name,
        })
        .from(visitorRoles)
        .innerJoin(sites, isSiteOf(visitorRoles))
        .where(and(hasReadableRecords(ctx.actor, 'see'), where))
        .groupBy(visitorRoles.name)
        .orderBy(...chosenFirst(isChosen && sql`bool_or(${isChosen})`), asc(inNameOrder(visitorRoles.name))),
  })

/**
 * The client's questions, including archived ones, which old answers refer to; these come last.
 * Questions with the same text are distinguished by the sites that ask them and that the actor may
 * see.
 */
export async function findQuestionOptions(
  ctx: Context<StaffActor>,
  asked: OptionsSearch,
): Promise<OptionsPage> {
  const ofQuestion = sql`l.client_id = ${questions.clientId} and l.question_id = ${questions.id}`
  const places = sql<string | null>`(
    select array_to_string((array_agg(${sites.name} order by ${sites.foldedName}))[1:${sql.raw(String(NAMED_SITES))}], ', ')
      || case when count(*) > ${sql.raw(String(NAMED_SITES))} then ', +' || count(*) - ${sql.raw(String(NAMED_SITES))} else '' end
    from ${sites} where ${hasReadableRecords(ctx.actor, 'see') ?? sql`true`} and ${eq(sites.clientId, questions.clientId)}
      and ${sites.id} in (
        select l.site_id from question_sites l where ${ofQuestion}
        union select m.site_id from question_methods l
        join sign_in_methods m on m.client_id = l.client_id and m.id = l.method_id where ${ofQuestion}))`
  const isArchived = isNotNull(questions.archivedAt)
  const { items, has_more } = await readOptions(ctx, asked, {
    id: questions.id,
    texts: [questionVersions.foldedText],
    rows: (tx, where, isChosen) =>
      tx
        .select({
          id: questions.id,
          text: questionVersions.text,
          places,
          archived: sql<boolean>`${isArchived}`,
          equal: sql<number>`(count(*) over (partition by ${questions.clientId}, ${questionVersions.foldedText}))::int`,
        })
        .from(questions)
        .innerJoin(questionVersions, isCurrentVersion)
        .where(where)
        .orderBy(
          ...chosenFirst(isChosen),
          asc(sql`${isArchived}`),
          asc(inNameOrder(questionVersions.text)),
          asc(questions.id),
        ),
  })
  return {
    has_more,
    items: items.map(({ id, text, places: named, archived, equal }) => {
      const name = equal > 1 && named !== null ? `${text} · ${named}` : text
      return archived ? { id, name, archived } : { id, name }
    }),
  }
}

/** How many sites are named to distinguish questions with the same text. */
const NAMED_SITES = 3
