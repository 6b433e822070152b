import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import { exportFileName } from '@gatehouse/validation/export-name'
import { type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf, recordExport } from '../../db/audit.ts'
import type { Exports } from '../../db/open-export.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type CsvValues, writeCsv } from '../../lib/csv.ts'
import { takeParts } from '../../lib/take-turns.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { findPersonOrThrow } from './find-person.ts'
import type { PersonStep } from '../../db/lifecycle.ts'
import type { PersonRecords } from '../../db/person-records.ts'
import { millisOf, isOneOf } from '../../db/sql-values.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'

type RecordData = Record<string, unknown>

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const idForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Replaces the id of a record that is deleted or has no name. */
const NAMELESS = '–'

/** Creates a writer of records for the person: names instead of ids, times with their zone. */
function createReadableWriter(tx: Transaction, clientId: string, timeZone: string) {
  const clock = createZoneClock()
  const timeOf = (at: number, zone = timeZone) => {
    const { local, offset } = clock(at, zone)
    return `${local} (${zone}, UTC${offset})`
  }
  return {
    timeOf,
    /** Converts the data of records, keeping their order. */
    async toReadable(records: readonly RecordData[]): Promise<RecordData[]> {
      const names = await findNames(tx, clientId, [...new Set(records.flatMap((data) => textsIn(data)))])
      return records.map((data) => {
        const zone = typeof data['time_zone'] === 'string' ? data['time_zone'] : timeZone
        const write = (text: string) => {
          if (idForm.test(text)) return names.get(text) ?? NAMELESS
          return momentForm.test(text) ? timeOf(Temporal.Instant.from(text).epochMilliseconds, zone) : text
        }
        return Object.fromEntries(
          Object.entries(data).flatMap(([name, value]) =>
            value === null || value === '' ? [] : [[inWords(name), rewrite(value, write)]],
          ),
        )
      })
    },
  }
}

/** A column name as words. */
const inWords = (name: string) => name.replaceAll('_', ' ')

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
  const ids = texts.filter((text) => idForm.test(text))
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

interface ExportDeps {
  steps: readonly PersonStep[]
  photos: Pick<PhotoStore, 'find'>
  exports: Exports
  personKeys: PersonKeys
}

/** A record as it is written. */
interface HeldRecord {
  kind: string
  /** Counted from 1. */
  record: number
  time: string
  data: RecordData
}

const columns = ['kind', 'record', 'time', 'field', 'value']
/** Records per part. Small, because one visit may have very many answers. */
const PART_RECORDS = 20

/**
 * Exports everything that is stored about a person, as of one moment and readable for that person:
 * a JSON document, or a table with a row per value. The audit log has the name for as long as the
 * person's data is kept.
 */
export async function exportPerson(
  { db, actor, now }: Context<StaffActor>,
  { steps, photos, exports, personKeys }: ExportDeps,
  key: string,
  { format }: InputOf<'exportPerson'>['query'],
): Promise<EndpointExport> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  const { rows, text } = await exports.open(scope, ownerOf(actor), async (tx) => {
    const {
      firstName,
      lastName,
      timeZone,
      records: person,
    } = await findPersonOrThrow(tx, personKeys, clientId, key)
    const count = await countRows(tx, steps, person, now, format)
    const onCancelled = await recordExport(db, scope, 'person', {
      ...auditOf({ actor, now }, 'person.exported', 'client', { clientId, id: clientId }),
      details: { search: `${firstName} ${lastName}`.trim(), rows: count },
    })
    const writer = createReadableWriter(tx, clientId, timeZone)
    const parts = readParts(tx, steps, photos, person, now, writer)
    const exportedAt = writer.timeOf(now.getTime())
    return {
      rows: count,
      text: format === 'csv' ? writeCsv(columns, toRows(parts)) : writeJson(parts, exportedAt),
      onCancelled,
    }
  })
  // Other people see the file name, so it does not name the person.
  const name = exportFileName('person', [], rows, now)
  return format === 'csv'
    ? { name, rows, text }
    : { name: name.replace(/csv$/, 'json'), type: 'application/json', rows, text }
}

/**
 * Leaves out records with an empty id. They are another person's entries that an erasure would
 * remove too: they are counted, but not exported.
 */
const told = (records: SQL): SQL => sql`(select * from (${records}) as each where each.id <> '') as held`

/** A table has a row per value, a document a row per record. */
async function countRows(
  tx: Transaction,
  steps: readonly PersonStep[],
  person: PersonRecords,
  now: Date,
  format: 'csv' | 'json',
): Promise<number> {
  let rows = 0
  for (const { records } of steps) {
    const of =
      format === 'json'
        ? sql`1`
        : sql`greatest(1, (select count(*) from jsonb_each(held.data) where value not in ('null', '""')))`
    const [row] = await tx.execute<{ rows: number }>(
      sql`select coalesce(sum(${of}), 0)::int as rows from ${told(records(person, now))}`,
    )
    rows += row?.rows ?? 0
  }
  return rows
}

async function* readParts(
  tx: Transaction,
  steps: readonly PersonStep[],
  photos: Pick<PhotoStore, 'find'>,
  person: PersonRecords,
  now: Date,
  writer: ReturnType<typeof createReadableWriter>,
): AsyncGenerator<HeldRecord[]> {
  let count = 0
  for (const { kind, records } of steps) {
    const rows = await tx.execute<StoredRecord>(sql`
      select held.id, ${millisOf(sql`held.at`)} as at, held.data
      from ${told(records(person, now))} order by held.at, held.id`)
    // The memory stays flat only where a part follows the one before.
    for await (const found of takeParts(rows, PART_RECORDS)) {
      const contents = kind === 'photo' ? await readContents(found, photos) : found.map(({ data }) => data)
      const readable = await writer.toReadable(contents)
      yield found.map(({ at, data }, place) => {
        const zone = typeof data['time_zone'] === 'string' ? data['time_zone'] : undefined
        count += 1
        return {
          kind: inWords(kind),
          record: count,
          time: writer.timeOf(at, zone),
          data: readable[place] ?? {},
        }
      })
    }
  }
}

interface StoredRecord extends Record<string, unknown> {
  id: string
  at: number
  data: RecordData
}

/** Replaces the photos' records, which name files, by their contents. */
async function readContents(
  records: readonly StoredRecord[],
  photos: Pick<PhotoStore, 'find'>,
): Promise<RecordData[]> {
  return Promise.all(
    records.map(async ({ id, data }) => {
      const image = await photos.find(id)
      return image ? { type: image.type, base64: Buffer.from(image.bytes).toString('base64') } : data
    }),
  )
}

async function* toRows(parts: AsyncIterable<HeldRecord[]>): AsyncGenerator<CsvValues[]> {
  for await (const part of parts) yield part.flatMap(rowsOf)
}

function rowsOf({ data, ...record }: HeldRecord): CsvValues[] {
  const values = Object.entries(data)
  if (values.length === 0) return [{ ...record, field: null, value: null }]
  return values.map(([field, value]) => Object.assign({}, record, { field, value: textOf(value) }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** As many line feeds as records, so that a truncated file can be detected by counting them. */
async function* writeJson(parts: AsyncIterable<HeldRecord[]>, exportedAt: string): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(exportedAt)},"records":[`
  let isFirst = true
  for await (const part of parts) {
    yield part
      .map((record) => {
        const begin = isFirst ? '\n' : ',\n'
        isFirst = false
        return begin + JSON.stringify(record)
      })
      .join('')
  }
  yield ']}'
}
