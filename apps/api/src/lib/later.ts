/** Creates a value at the first call, and keeps it. Unused values take no memory. */
export function later<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
