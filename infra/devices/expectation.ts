/** How long an answer may take. */
export const PATIENCE_SECONDS = 10

/** @throws Error with what was found */
export function expect(holds: boolean, found: string): void {
  if (!holds) throw new Error(`Found instead: ${found}`)
}

/** @throws Error where it takes longer */
export async function within<T>(work: Promise<T>, seconds = PATIENCE_SECONDS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
