/** What differs between a form and what it began with; surrounding blanks do not count. */
export function changedFields<Fields extends Record<string, string>>(
  before: Readonly<Fields>,
  now: Readonly<Fields>,
): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name in now) if (now[name] !== before[name].trim()) changed[name] = now[name]
  return changed
}
