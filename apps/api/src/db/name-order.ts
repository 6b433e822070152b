import { asc, type desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

interface Named {
  foldedName: SQLWrapper
  lastName: SQLWrapper
  firstName: SQLWrapper
}

/** Orders people by last name, then first name, ignoring case and accents. Case and accents order names that are otherwise equal. */
export function byName(
  { foldedName, lastName, firstName }: Named,
  direction: typeof asc | typeof desc = asc,
): SQL[] {
  return [direction(foldedName), direction(inNameOrder(lastName)), direction(inNameOrder(firstName))]
}

/** Compares a text that is not folded in the order of names. */
export function inNameOrder(column: SQLWrapper): SQL {
  return sql`${column} collate gatehouse_names`
}

/** Compares a text by its characters alone, so that what begins with a text follows it. Row-level security lets an index find it, unlike `like`. */
export function byCharacter(column: SQLWrapper): SQL {
  return sql`${column} collate "C"`
}
