import { Button } from '@gatehouse/ui/core/button'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FieldValues } from 'react-hook-form'
import type { FormField } from './form-fields.tsx'
import type { Conflict } from './use-schema-form.ts'

interface FormConflictsProps<Values extends FieldValues> {
  conflicts: readonly Conflict<Values>[]
  fields: readonly FormField<Values>[]
  onTakeTheirs: (conflict: Conflict<Values>) => void
}

/** The values of somebody else beside one's own, which stand in the fields. Whoever takes nothing keeps the own ones. */
export function FormConflicts<Values extends FieldValues>({
  conflicts,
  fields,
  onTakeTheirs,
}: FormConflictsProps<Values>) {
  const { t } = useLingui()
  const textOf = (field: FormField<Values> | undefined, { theirs: value, values }: Conflict<Values>) => {
    if (field?.type === 'custom') return field.edits?.text(values)
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (Array.isArray(value)) return listText(value)
    if (field?.type === 'select') return field.options.find((option) => option.value === value)?.label
    return typeof value === 'string' && value !== '' ? value : '–'
  }
  if (conflicts.length === 0) return null
  return (
    <Facts
      facts={conflicts.map((conflict) => {
        const field = fields.find(
          (one) => (one.type === 'custom' ? one.edits?.name : one.name) === conflict.name,
        )
        return {
          label: (field?.type === 'custom' ? field.edits?.label : field?.label) ?? conflict.name,
          value: (
            <>
              <Trans>The other person’s value: {textOf(field, conflict)}</Trans>{' '}
              <Button size="small" onClick={() => onTakeTheirs(conflict)}>
                <Trans>Use it</Trans>
              </Button>
            </>
          ),
        }
      })}
    />
  )
}

/** The items of a list in one line, such as `venue: Quay, hall: 2`. */
function listText(items: readonly unknown[]): string {
  const itemText = (item: unknown) =>
    Object.values(typeof item === 'object' && item !== null ? item : {})
      .filter((text) => typeof text === 'string' && text !== '')
      .join(': ')
  return items.map(itemText).join(', ') || '–'
}
