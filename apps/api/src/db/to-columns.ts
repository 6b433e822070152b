import type * as v from 'valibot'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The fields of a body as drizzle columns: `company_no` is `companyNo`. Absent ones stay so. */
export type Columns<Fields extends object> = {
  [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name]
}

export function toColumns<Fields extends object>(fields: Fields): Columns<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [columnOf(name), value])) as Columns<Fields>
}

const columnOf = (field: string) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A time is a `Date` in a row and a text in a response. */
type Stored<Value> = Value extends unknown ? (string extends Value ? Value | Date : Value) : never

type Response<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>

type RowOf<Fields> = { [Name in keyof Fields & string as CamelCase<Name>]: Stored<Fields[Name]> }

/**
 * The fields of a response from the columns of a row: `companyNo` is `company_no`.
 * @param declared the schema of the response. Columns that it does not name are left out
 * @param given the fields that are not columns of the row
 */
export function toFields<Entries extends v.ObjectEntries, Given extends Partial<Response<Entries>>>(
  { entries }: { readonly entries: Entries },
  row: RowOf<Omit<Response<Entries>, keyof Given>>,
  given?: Given,
): Response<Entries> {
  const columns: Record<string, unknown> = row
  const fields = Object.keys(entries).map((name) => {
    if (given && name in given) return [name, given[name as keyof Given]]
    const value = columns[columnOf(name)]
    return [name, value instanceof Date ? value.toISOString() : value]
  })
  return Object.fromEntries(fields) as Response<Entries>
}
