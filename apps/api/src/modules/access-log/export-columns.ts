import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import { entryColumns } from './entry-columns.ts'
import type { LogRow } from './streams.ts'

/** An entry with what only an export has of it. */
export interface ExportedRow extends LogRow {
  region: string
  answers: GivenAnswer[] | null
}

/** The answers stand beside the sign-in or the refusal at which they were given. */
export const exportColumns = (actor: ReadingActor): SQL => sql`
  ${entryColumns(actor)}, sites.region as region, case when entry.event in ('in', 'refused') then entry.answers end as answers`
