/**
 * Finds the first text in a JSON value, property names included, that PostgreSQL cannot store: text
 * with U+0000 or a lone surrogate.
 * @returns the dotted path of the text (`""` for the value itself), or undefined
 */
export function findUnsafeText(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isSafeText(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isSafeText(key)) return path
    const found = findUnsafeText(inner, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

export function isSafeText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
