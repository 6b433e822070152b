/** The users of a page: admins of a client, Managers too, or administrators of the installation. */
export type Audience = 'admins' | 'managers' | 'operators'

/** A page was opened by a user whom it does not admit. `PageError` says so in its place. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError'
  readonly audience: Audience

  constructor(audience: Audience) {
    super(`This page is for ${audience}`)
    this.audience = audience
  }
}
