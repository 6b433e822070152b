/** What a log may say of a failure: a database or mail server can put a row's values or an address into its text. */
export function kindOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}
