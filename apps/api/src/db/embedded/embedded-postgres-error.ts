/** A failure of the embedded server, told in sentences that say what to do; safe to print without a stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Whether an error from Node carries this code, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  )
}
