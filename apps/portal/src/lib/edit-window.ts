/**
 * The editor that an address opens (`?edit=`): a row by its id, or `new`. None where the page offers that person no such button.
 * @param edit as it stands in the address, where an id of digits alone is a number
 */
export function editWindow(
  edit: string | number | boolean | undefined,
  { canAdd, canEdit }: { canAdd: boolean; canEdit: boolean },
): string | undefined {
  if (edit === undefined) return undefined
  const id = String(edit)
  return (id === 'new' ? canAdd : canEdit) ? id : undefined
}
