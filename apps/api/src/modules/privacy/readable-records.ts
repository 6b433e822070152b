import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'

export type RecordData = Record<string, unknown>

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What stands in place of the id of something that is gone or has no name. */
const NAMELESS = '–'

/** Writes records for the person whom they are about: names in place of ids, and times as clocks showed them, with the zone. */
export function createReadableWriter(tx: Transaction, clientId: string, timeZone: string) {
  const clock = createZoneClock()
  const timeOf = (at: number, zone = timeZone) => {
    const { local, offset } = clock(at, zone)
    return `${local} (${zone}, UTC${offset})`
  }
  return {
    timeOf,
    /** The data of records, in their order. */
    async toReadable(records: readonly RecordData[]): Promise<RecordData[]> {
      const names = await findNames(tx, clientId, [...new Set(records.flatMap((data) => textsIn(data)))])
      return records.map((data) => {
        const zone = typeof data['time_zone'] === 'string' ? data['time_zone'] : timeZone
        const write = (text: string) => {
          if (id.test(text)) return names.get(text) ?? NAMELESS
          return moment.test(text) ? timeOf(Temporal.Instant.from(text).epochMilliseconds, zone) : text
        }
        return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, rewrite(value, write)]))
      })
    },
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function rewrite(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === 'string') return write(value)
  if (Array.isArray(value)) return value.map((item) => rewrite(item, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(item, write)]))
}

async function findNames(
  tx: Transaction,
  clientId: string,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const ids = texts.filter((text) => id.test(text))
  if (ids.length === 0) return new Map()
  const named = (table: string, name: SQL) =>
    sql`select id::text, ${name} as name from ${sql.identifier(table)}
      where client_id = ${clientId} and ${isOneOf(sql`id`, ids)}`
  const tables = ['sites', 'sign_in_methods', 'visitor_roles']
  const rows = await tx.execute<{ id: string; name: string }>(
    sql.join(
      [
        ...tables.map((table) => named(table, sql`name`)),
        named('users', sql`trim(first_name || ' ' || last_name)`),
      ],
      sql` union all `,
    ),
  )
  return new Map(rows.filter(({ name }) => name !== '').map((row) => [row.id, row.name]))
}
