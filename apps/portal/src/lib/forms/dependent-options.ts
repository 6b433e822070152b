import { limits } from '@gatehouse/validation/limits'

/** The options for the number of dependants. */
export const dependentOptions = Array.from({ length: limits.dependents.max + 1 }, (_, count) => ({
  value: String(count),
  label: String(count),
}))
