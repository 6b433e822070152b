/** The fields whose values differ from those before. Surrounding blanks do not count. */
export function changedFields<Fields extends Record<string, string>>(
  before: Readonly<Fields>,
  now: Readonly<Fields>,
): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name in now) if (now[name] !== before[name].trim()) changed[name] = now[name]
  return changed
}
