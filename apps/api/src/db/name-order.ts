import { asc, type desc, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

interface Named {
  foldedName: SQLWrapper
  lastName: SQLWrapper
  firstName: SQLWrapper
}

/**
 * Orders people by last name, then first name, ignoring case and accents. Case and accents decide
 * between names that are otherwise equal.
 */
export function byName(
  { foldedName, lastName, firstName }: Named,
  direction: typeof asc | typeof desc = asc,
): SQL[] {
  return [direction(foldedName), direction(inNameOrder(lastName)), direction(inNameOrder(firstName))]
}

/** Compares an unfolded text in the order of names. */
export function inNameOrder(column: SQLWrapper): SQL {
  return sql`${column} collate gatehouse_names`
}

/**
 * Compares by code points, so that texts with a given prefix follow that prefix. Unlike `like`,
 * this can use an index behind row-level security.
 */
export function byCharacter(column: SQLWrapper): SQL {
  return sql`${column} collate "C"`
}

/** The position of a word in a list, for sorting. */
export function rankIn(words: readonly string[], column: SQLWrapper): SQL {
  const list = sql.raw(words.map((word) => `'${word}'`).join(', '))
  return sql`array_position(array[${list}], ${column})`
}
