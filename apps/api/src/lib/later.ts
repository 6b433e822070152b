/**
 * Creates a value at the first call, and keeps it. An idle server saves the memory
 * of unused values.
 */
export function later<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
