/** Rejects if `work` does not settle in time. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
