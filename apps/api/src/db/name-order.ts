import { asc, type desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

interface Named {
  foldedName: SQLWrapper
  lastName: SQLWrapper
  firstName: SQLWrapper
}

/** People by last name, then first, blind to case and accents; these decide between names that fold to the same. */
export function byName(
  { foldedName, lastName, firstName }: Named,
  direction: typeof asc | typeof desc = asc,
): SQL[] {
  return [direction(foldedName), direction(inNameOrder(lastName)), direction(inNameOrder(firstName))]
}

/** A text that is not folded, compared as names are. */
export function inNameOrder(column: SQLWrapper): SQL {
  return sql`${column} collate gatehouse_names`
}
