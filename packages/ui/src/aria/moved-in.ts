/** The ids with the moved ones before or after one of the others, in the order in which they stood. */
export function movedIn(
  ids: readonly string[],
  moved: ReadonlySet<string>,
  target: string,
  place: 'before' | 'after',
): string[] {
  if (moved.has(target)) return [...ids]
  const others = ids.filter((id) => !moved.has(id))
  const at = others.indexOf(target) + (place === 'after' ? 1 : 0)
  return others.toSpliced(at, 0, ...ids.filter((id) => moved.has(id)))
}
