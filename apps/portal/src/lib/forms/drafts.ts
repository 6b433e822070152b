/** The owner of a draft: the person, and the client that they work in. */
export interface DraftOwner {
  userId: string
  clientId: string
}

/** Where a draft is kept. Each form has its own name. */
export interface DraftKey {
  name: string
  owner: DraftOwner
}

/** Typed values of a form that are not sent yet. */
export interface Draft {
  /** The initial values of the form, to detect changes by others. */
  base: Readonly<Record<string, unknown>>
  /**
   * The changed values, by field name. Other fields take the row's values when the draft is
   * restored.
   */
  typed: Readonly<Record<string, unknown>>
}

/**
 * Drafts live as long as the page. A form that its session's end has closed is restored after the
 * next login of the same person.
 */
const drafts = new Map<string, Draft & DraftKey>()

const idOf = ({ name, owner }: DraftKey): string => JSON.stringify([owner.clientId, name])

/** The draft of this person. It drops those of others. */
export function findDraft(key: DraftKey): Draft | undefined {
  for (const [id, { owner }] of drafts) if (owner.userId !== key.owner.userId) drafts.delete(id)
  return drafts.get(idOf(key))
}

/** Stores typed values. Leave out passwords. */
export function keepDraft(key: DraftKey, draft: Draft): void {
  drafts.set(idOf(key), { ...key, ...draft })
}

export function dropDraft(key: DraftKey): void {
  drafts.delete(idOf(key))
}

/** For a log-out: the next person must not see the typed values. */
export function dropDrafts(): void {
  drafts.clear()
}
