/**
 * What was typed into a form and not sent yet. It lives as long as the page, so that a form that goes away with the session
 * comes back filled after the next login; passwords are never in it.
 */
const drafts = new Map<string, Record<string, string>>()

/** Drafts are kept under a name that holds the person's id: nobody finds somebody else's. */
export function draftOf(name: string): Record<string, string> {
  return drafts.get(name) ?? {}
}

/** Keeps what stands in a form. */
export function keepDraft(name: string, form: HTMLFormElement): void {
  const fields = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  )
  const open = fields.filter((field) => field.name !== '' && !field.autocomplete.includes('password'))
  drafts.set(name, Object.fromEntries(open.map((field) => [field.name, field.value])))
}

export function dropDraft(name: string): void {
  drafts.delete(name)
}

/** For somebody who leaves on purpose. */
export function dropDrafts(): void {
  drafts.clear()
}
