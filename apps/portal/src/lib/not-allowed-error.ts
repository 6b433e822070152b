/** Whom a page is for: admins of a client, Managers too, or those who run the installation. */
export type Audience = 'admins' | 'managers' | 'operators'

/** A page was opened by somebody whom it is not for. `PageError` says so in its place. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError'
  readonly audience: Audience

  constructor(audience: Audience) {
    super(`This page is for ${audience}`)
    this.audience = audience
  }
}
