/** Moves the ids in `moved` before or after the target, keeping their order. */
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
