/**
 * What was typed into forms and not sent yet, under a name that holds the person's id. Drafts live as long as the page. A form that
 * goes away because its session ended comes back filled after the next login.
 */
const drafts = new Map<string, Record<string, unknown>>()

export function findDraft(name: string): Readonly<Record<string, unknown>> | undefined {
  return drafts.get(name)
}

/** Keeps the values of a form. Leave out passwords before. */
export function keepDraft(name: string, values: Record<string, unknown>): void {
  drafts.set(name, values)
}

export function dropDraft(name: string): void {
  drafts.delete(name)
}

/** For a log-out: the next person must not find what was typed. */
export function dropDrafts(): void {
  drafts.clear()
}
