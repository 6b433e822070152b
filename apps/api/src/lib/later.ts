/** Makes a value when it is first asked for, and keeps it. An idle server does without the memory of what nobody has asked for. */
export function later<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
