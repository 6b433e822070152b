import { limits } from '@gatehouse/validation/limits'

/** How many dependants come with somebody. */
export const dependentOptions = Array.from({ length: limits.dependents.max + 1 }, (_, count) => ({
  value: String(count),
  label: String(count),
}))
