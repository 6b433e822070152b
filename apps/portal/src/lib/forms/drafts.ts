/** Whose a draft is: the person, and the client that they work in. */
export interface DraftOwner {
  userId: string
  clientId: string
}

/** Where a draft is kept. Each form has its own name. */
export interface DraftKey {
  name: string
  owner: DraftOwner
}

/** What was typed into a form and not sent yet. */
export interface Draft {
  /** The values that the form had begun with, so that what others change meanwhile is seen. */
  base: Readonly<Record<string, unknown>>
  /** What the person has changed, by the names of the fields. All other fields are those of the row when the draft comes back. */
  typed: Readonly<Record<string, unknown>>
}

/**
 * Drafts live as long as the page. A form that goes away because its session ended comes back filled after the next login of the same
 * person.
 */
const drafts = new Map<string, Draft & DraftKey>()

const idOf = ({ name, owner }: DraftKey): string => JSON.stringify([owner.clientId, name])

/** The draft of this person. Those of others are dropped. */
export function findDraft(key: DraftKey): Draft | undefined {
  for (const [id, { owner }] of drafts) if (owner.userId !== key.owner.userId) drafts.delete(id)
  return drafts.get(idOf(key))
}

/** Keeps what was typed. Leave out passwords before. */
export function keepDraft(key: DraftKey, draft: Draft): void {
  drafts.set(idOf(key), { ...key, ...draft })
}

export function dropDraft(key: DraftKey): void {
  drafts.delete(idOf(key))
}

/** For a log-out: the next person must not find what was typed. */
export function dropDrafts(): void {
  drafts.clear()
}
