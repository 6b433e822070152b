/** Moves the focus to the row with this id, unless it is inside already. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
  if (!row || row.contains(document.activeElement)) return
  const title = row.querySelector<HTMLElement>('th :is(a, button)')
  const other = row.querySelector<HTMLElement>('a[href], button, input')
  ;(title ?? other)?.focus()
}
