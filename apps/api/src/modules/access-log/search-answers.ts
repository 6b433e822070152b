import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import { json } from '../../db/sql-values.ts'

/** By the id of a question: `yes`, `no` or the ids of options. */
export type Choices = Readonly<Record<string, readonly string[]>>

/**
 * The offered answers in whose wording the searched text stands: in whichever version of the question and in whichever language. Visitors
 * answer in their own language, and options are renamed, so the words that were stored say only what one of them has read.
 */
export async function findChoices(
  tx: Transaction,
  clientId: string,
  { question, answer }: { question?: string | undefined; answer?: string | undefined },
): Promise<Choices> {
  if (!answer) return {}
  const offered = sql`
    select version.question_id, choice.key, choice.own, choice.translated
    from question_versions version cross join lateral (
      select key, value ->> 'text' as own, value -> 'texts' as translated
        from jsonb_each(case jsonb_typeof(version.answers) when 'object' then version.answers else '{}' end)
      union all
      select value ->> 'id', value ->> 'desc', value -> 'descs'
        from jsonb_array_elements(case jsonb_typeof(version.answers) when 'array' then version.answers else '[]' end)) as choice
    where version.client_id = ${clientId} and ${question === undefined ? sql`true` : sql`version.question_id = ${question}`}`
  const rows = await tx.execute<{ question_id: string; keys: string[] }>(sql`
    select question_id, jsonb_agg(distinct key) as keys from (${offered}) as offered
    where exists (
      select from (select own as wording union all
        select value from jsonb_each_text(case jsonb_typeof(translated) when 'object' then translated else '{}' end)) as said
      where strpos(gatehouse_fold(wording), gatehouse_fold(${answer})) > 0)
    group by question_id`)
  return Object.fromEntries(rows.map(({ question_id, keys }) => [question_id, keys]))
}

/** Whether a given answer chose one of these. A free text of another version may read like one. */
export function choseAny(choices: Choices): SQL | undefined {
  if (Object.keys(choices).length === 0) return undefined
  const ofQuestion = sql`${json(choices)} -> (given ->> 'question_id')`
  return sql`(given ->> 'type' <> 'free text' and ${ofQuestion} is not null
    and (given -> 'answer') ?| array(select jsonb_array_elements_text(${ofQuestion})))`
}
