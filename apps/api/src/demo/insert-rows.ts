import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../db/tenancy.ts'

const chunk = 2500

/** Inserts many rows of one shape with few statements: each chunk travels as one JSON value. The first row says which columns. */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: InferInsertModel<T>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = new Map(
    Object.entries(getTableColumns(table)).map(([property, { name }]) => [property, name]),
  )
  const columns = Object.keys(first).map((property) => `"${names.get(property)}"`)
  const list = columns.join(', ')
  const target = `"${getTableName(table)}"`
  const statement = `insert into ${target} (${list}) select ${list} from jsonb_populate_recordset(null::${target}, $1::jsonb)`
  for (let start = 0; start < rows.length; start += chunk) {
    const part = rows
      .slice(start, start + chunk)
      .map((row) =>
        Object.fromEntries(Object.entries(row).map(([property, value]) => [names.get(property), value])),
      )
    await tx.raw.unsafe(statement, [JSON.stringify(part)])
  }
}
