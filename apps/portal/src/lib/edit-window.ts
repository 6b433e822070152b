/**
 * The editor that an address opens (`?edit=`): a row by its id, or `new`. None where the page offers that person no such button.
 */
export function editWindow(
  edit: string | undefined,
  { canAdd, canEdit }: { canAdd: boolean; canEdit: boolean },
): string | undefined {
  return (edit === 'new' ? canAdd : canEdit) ? edit : undefined
}
