import { Button } from '@gatehouse/ui/core/button'
import { Link } from '@gatehouse/ui/core/link'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { editedName, type FormField } from './form-fields.tsx'
import styles from './form-conflicts.module.css'
import type { Conflict } from './use-schema-form.ts'

interface FormConflictsProps<Values extends FieldValues> {
  /** The form's id. */
  id: string
  conflicts: readonly Conflict<Values>[]
  fields: readonly FormField<Values>[]
  /** All values of the form. */
  values: Values
  onTakeTheirs: (conflict: Conflict<Values>) => void
}

/**
 * The fields that another user has changed too, above the form. Fields that are not in view have
 * their choice here.
 */
export function FormConflicts<Values extends FieldValues>(props: FormConflictsProps<Values>) {
  const { id, conflicts, fields, values } = props
  if (conflicts.length === 0) return null
  const isInView = ({ name }: Conflict<Values>) =>
    fields.some((field) => editedName(field) === name && (!field.isShown || field.isShown(values)))
  const inView = conflicts.filter(isInView)
  return (
    <>
      {inView.length > 0 && (
        <p>
          <Trans>You have both changed:</Trans>{' '}
          {inView.map(({ name }, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              <Link
                href={`#${id}-${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  showField(id, name)
                }}
              >
                {labelOf(fields, name)}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {conflicts
        .filter((conflict) => !isInView(conflict))
        .map((conflict) => (
          <FieldConflict key={conflict.name} {...props} name={conflict.name} isNamed />
        ))}
    </>
  )
}

/** Another user's value below the field with one's own. By default the own value is kept. */
export function FieldConflict<Values extends FieldValues>({
  id,
  name,
  conflicts,
  fields,
  onTakeTheirs,
  isNamed = false,
}: FormConflictsProps<Values> & {
  name: string
  /** It is not below its field, so it names it. */
  isNamed?: boolean
}) {
  const { t } = useLingui()
  const textId = useId()
  const conflict = conflicts.find((one) => one.name === name)
  if (!conflict) return null
  const field = fields.find((one) => editedName(one) === name)
  const { theirs, values } = conflict
  const text = () => {
    if (field?.type === 'custom') return field.edits?.text(values)
    if (typeof theirs === 'boolean') return theirs ? t`Yes` : t`No`
    if (Array.isArray(theirs)) return listText(theirs)
    if (field?.type === 'select') return field.options.find(({ value }) => value === theirs)?.label
    return typeof theirs === 'string' && theirs !== '' ? theirs : '–'
  }
  return (
    <div
      id={`${id}-${name}-conflict`}
      role="group"
      aria-labelledby={textId}
      tabIndex={-1}
      className={styles.conflict}
    >
      <span id={textId}>
        {isNamed && <>{labelOf(fields, name)} – </>}
        <Trans>The other person’s value: {text()}</Trans>
      </span>
      <Button
        size="small"
        aria-describedby={textId}
        onClick={() => {
          // The button disappears with the choice.
          showField(id, name)
          onTakeTheirs(conflict)
        }}
      >
        <Trans>Use it</Trans>
      </Button>
    </div>
  )
}

/** A part with several inputs has no field of its own name: then its choice gets the focus. */
function showField(id: string, name: string): void {
  const field = document.getElementById(`${id}-${name}`) ?? document.getElementById(`${id}-${name}-conflict`)
  field?.focus()
}

function labelOf<Values extends FieldValues>(fields: readonly FormField<Values>[], name: string) {
  const field = fields.find((one) => editedName(one) === name)
  return (field?.type === 'custom' ? field.edits?.label : field?.label) ?? name
}

/** The items of a list in one line, such as `venue: Quay, hall: 2`. */
function listText(items: readonly unknown[]): string {
  const itemText = (item: unknown) =>
    Object.values(typeof item === 'object' && item !== null ? item : {})
      .filter((text) => typeof text === 'string' && text !== '')
      .join(': ')
  return items.map(itemText).join(', ') || '–'
}
