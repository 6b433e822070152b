/** The fields whose values differ from those before. Surrounding blanks do not count. */
export function changedFields<Fields extends Record<string, string | boolean>>(
  before: Readonly<Fields>,
  now: Readonly<Fields>,
): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const name in now) {
    const value = before[name]
    if (now[name] !== (typeof value === 'string' ? value.trim() : value)) changed[name] = now[name]
  }
  return changed
}
