type FieldValue<Value> = null extends Value ? NonNullable<Value> | '' : Value

/** A row's values of some fields as a form holds them: an empty text for none. */
export function valuesOfRow<Row extends object, Name extends keyof Row & string>(
  row: Row,
  names: readonly Name[],
) {
  const values = Object.fromEntries(names.map((name) => [name, row[name] ?? '']))
  return values as { [Field in Name]: FieldValue<Row[Field]> }
}
