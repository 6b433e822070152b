/** How a name is compared: whoever types it minds neither capitals nor spaces. */
const spellingOf = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The person of a list whose whole name was typed. Nobody, where the list has anybody else: the visitor may mean them. */
export function onlyHost<Host extends { name: string }>(
  typed: string,
  people: readonly Host[],
): Host | undefined {
  const [person, other] = people
  return person && !other && spellingOf(person.name) === spellingOf(typed) ? person : undefined
}
