import * as v from 'valibot'
import type { FieldCode } from './field-codes.ts'

/**
 * Refuses a list item with the same text in this field as an earlier one. Empty texts are not
 * compared: another rule refuses them.
 */
export function eachOnce<Item extends Record<string, unknown>>(
  field: keyof Item & string,
  message: FieldCode,
) {
  return v.rawCheck<Item[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const items = dataset.value
    const seen = new Set<unknown>()
    items.forEach((item, key) => {
      const value = item[field]
      if (value !== '' && seen.has(value))
        addIssue({
          message,
          path: [
            { type: 'array', origin: 'value', input: items, key, value: item },
            { type: 'object', origin: 'value', input: item, key: field, value },
          ],
        })
      seen.add(value)
    })
  })
}
