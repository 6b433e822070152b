/** The values that differ from the earlier ones. Surrounding spaces of a text do not count. */
export function dirtyValues<Values extends object>(
  before: Readonly<Values>,
  now: Readonly<Values>,
): Partial<Values> {
  const comparable = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value)
  const dirty: Partial<Values> = {}
  for (const name in now) if (comparable(now[name]) !== comparable(before[name])) dirty[name] = now[name]
  return dirty
}
