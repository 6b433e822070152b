type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The fields of a request's body as columns of drizzle: `company_no` is `companyNo`. Absent fields stay absent. */
export type Columns<Fields extends object> = {
  [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name]
}

export function toColumns<Fields extends object>(fields: Fields): Columns<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as Columns<Fields>
}
