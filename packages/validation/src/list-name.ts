/** A name in a list by last names, on screen, on paper and in files: "Nguyen, Zoë". */
export const listName = (firstName: string, lastName: string): string =>
  [lastName, firstName].filter(Boolean).join(', ')
