/** A set-up key in groups of four characters, as people read it aloud and type it. */
export function keyGroups(key: string): string[] {
  return key.replace(/\s/g, '').match(/.{1,4}/gu) ?? []
}
