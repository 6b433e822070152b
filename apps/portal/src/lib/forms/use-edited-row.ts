import { useState } from 'react'
import * as v from 'valibot'

/**
 * The row of an editor: as it was when the window was opened, or as somebody else has changed it since. What is sent goes by that row, so
 * that nobody's change is lost unseen.
 * @param row undefined while it is being fetched, or for a new one
 */
export function useEditedRow<Row extends { last_modified: string }, Values>(
  row: Row | undefined,
  schema: v.GenericSchema<unknown, Row>,
  valuesOf: (row: Row) => Values,
) {
  const [known, setKnown] = useState(row)
  if (!known && row) setKnown(row)
  return {
    known,
    headers: known ? { 'if-match': `"${known.last_modified}"` } : {},
    onChangedMeanwhile: (current: unknown) => {
      const changed = v.parse(schema, current)
      setKnown(changed)
      return valuesOf(changed)
    },
  }
}
