/** How names are compared: case and spaces don't matter. */
const spellingOf = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The person whose whole name was typed, if the list has no one else. */
export function onlyHost<Host extends { name: string }>(
  typed: string,
  people: readonly Host[],
): Host | undefined {
  const [person, other] = people
  return person && !other && spellingOf(person.name) === spellingOf(typed) ? person : undefined
}
