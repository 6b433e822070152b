import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field, FieldError } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextArea, TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, type Ref } from 'react'
import { type ArrayPath, type Control, type FieldValues, type Path, useFieldArray } from 'react-hook-form'
import styles from './form-fields.module.css'

interface FieldBase<Values extends FieldValues> {
  name: Path<Values>
  label: ReactNode
  hint?: ReactNode
  isOptional?: boolean
  isShown?: (values: Values) => boolean
}

export interface TextField<Values extends FieldValues> extends FieldBase<Values> {
  /** `number` takes digits with a point or a comma; its value stays a text. `long` has several lines. */
  type?: 'text' | 'email' | 'tel' | 'date' | 'number' | 'long'
  /** Tells a password manager and the keyboard of a phone what belongs here; `off` for what nobody else knows. */
  autoComplete: string
}

export interface PasswordField<Values extends FieldValues> extends FieldBase<Values> {
  type: 'password'
  autoComplete: 'current-password' | 'new-password'
}

export interface SelectField<Values extends FieldValues> extends FieldBase<Values> {
  type: 'select'
  options: readonly { value: string; label: string }[]
}

export interface CheckboxField<Values extends FieldValues> extends Omit<FieldBase<Values>, 'isOptional'> {
  type: 'checkbox'
}

/** Any number of items with the same fields, such as the answers of a question. */
export interface ListField<Values extends FieldValues> {
  type: 'list'
  name: ArrayPath<Values>
  label: ReactNode
  addLabel: ReactNode
  /** Names the button that removes an item, counted from 1. */
  removeLabel: (number: number) => string
  newItem: Record<string, string>
  /** The fields of an item; their names are those inside it. */
  fields: readonly (Omit<TextField<FieldValues>, 'isShown'> | Omit<SelectField<FieldValues>, 'isShown'>)[]
  isShown?: (values: Values) => boolean
}

/** Anything else between the fields. */
export interface CustomField<Values extends FieldValues> {
  type: 'custom'
  key: string
  render: (form: FieldsForm<Values>) => ReactNode
  /**
   * The value that it edits, for whoever is told that somebody else has changed it too: it is named there, so that no choice is without a
   * name. Null where it edits nothing, or where its form is sent only once.
   */
  edits: { name: Path<Values>; label: ReactNode; text: (values: Values) => ReactNode } | null
  isShown?: (values: Values) => boolean
  /** It is the first field, and cares for the focus itself. */
  takesFocus?: boolean
}

/** The name of the value that a field edits; undefined where it edits none. */
export const editedName = <Values extends FieldValues>(field: FormField<Values>): string | undefined =>
  field.type === 'custom' ? field.edits?.name : field.name

export type FormField<Values extends FieldValues> =
  | TextField<Values>
  | PasswordField<Values>
  | SelectField<Values>
  | CheckboxField<Values>
  | ListField<Values>
  | CustomField<Values>

/** An input's name, and what React Hook Form adds to it. */
export interface FieldControl {
  name: string
  ref?: Ref<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>
}

/** What fields need to know of their form. */
export interface FieldsForm<Values extends FieldValues> {
  id: string
  values: Values
  control: Control<Values, unknown, FieldValues>
  field: (name: Path<Values>) => { id: string; error: string | undefined; control: FieldControl }
}

interface FormFieldsProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  fields: readonly FormField<Values>[]
  /** What stands below the field of a value. */
  below?: (name: string) => ReactNode
}

/** The declared fields of a form. The first one takes the focus when the form appears. */
export function FormFields<Values extends FieldValues>({ form, fields, below }: FormFieldsProps<Values>) {
  const shown = fields.filter(({ isShown }) => !isShown || isShown(form.values))
  const [top] = shown
  const hasFocus = top?.type === 'custom' && top.takesFocus === true
  const first = hasFocus ? undefined : shown.find(({ type }) => type !== 'custom')
  return (
    <Stack>
      {shown.map((field) => {
        const name = editedName(field)
        return (
          <Fragment key={field.type === 'custom' ? field.key : field.name}>
            <DeclaredField form={form} field={field} autoFocus={field === first} />
            {name !== undefined && below?.(name)}
          </Fragment>
        )
      })}
    </Stack>
  )
}

interface DeclaredFieldProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  field: FormField<Values>
  autoFocus: boolean
}

function DeclaredField<Values extends FieldValues>({ form, field, autoFocus }: DeclaredFieldProps<Values>) {
  if (field.type === 'custom') return field.render(form)
  if (field.type === 'list') return <ListFields form={form} list={field} />
  const state = form.field(field.name)
  if (field.type === 'checkbox') {
    const { control, ...others } = state
    return <CheckboxInput label={field.label} hint={field.hint} {...others} {...control} />
  }
  return <SingleField field={field} state={state} autoFocus={autoFocus} />
}

interface SingleFieldProps {
  field: Pick<TextField<FieldValues>, 'label' | 'hint' | 'isOptional'> &
    (
      | Pick<TextField<FieldValues>, 'type' | 'autoComplete'>
      | Pick<PasswordField<FieldValues>, 'type' | 'autoComplete'>
      | Pick<SelectField<FieldValues>, 'type' | 'options'>
    )
  state: { id: string; error: string | undefined; control: FieldControl }
  autoFocus?: boolean
}

function SingleField({ field, state: { control, ...state }, autoFocus = false }: SingleFieldProps) {
  const { t } = useLingui()
  const { label, hint, isOptional = false } = field
  const common = { ...control, autoFocus, required: !isOptional }
  const draw = () => {
    switch (field.type) {
      case 'password':
        return (
          <PasswordInput
            {...common}
            autoComplete={field.autoComplete}
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
          />
        )
      case 'select':
        return (
          <SelectInput {...common}>
            {field.options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectInput>
        )
      case 'email':
        return <TextInput {...common} type="email" autoComplete={field.autoComplete} />
      case 'long':
        return (
          <TextArea
            {...{ ...common, ref: common.ref as Ref<HTMLTextAreaElement> }}
            autoComplete={field.autoComplete}
            rows={3}
          />
        )
      case 'number':
        return <TextInput {...common} inputMode="decimal" autoComplete={field.autoComplete} />
      default:
        return (
          <TextInput
            {...common}
            type={field.type}
            inputMode={field.type === 'tel' ? 'tel' : undefined}
            autoComplete={field.autoComplete}
          />
        )
    }
  }
  return (
    <Field label={label} hint={hint} {...(isOptional && { optional: <Trans>(optional)</Trans> })} {...state}>
      {draw()}
    </Field>
  )
}

interface ListFieldsProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  list: ListField<Values>
}

function ListFields<Values extends FieldValues>({ form, list }: ListFieldsProps<Values>) {
  const { name, label, addLabel, removeLabel, newItem, fields } = list
  const { fields: items, append, remove } = useFieldArray({ control: form.control, name })
  const { id, error } = form.field(name as Path<Values>)
  const removeItem = (at: number) => {
    remove(at)
    // The button that was pressed is gone. The one that adds stays.
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <fieldset id={id} name={name} className={styles.list} tabIndex={-1} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>{label}</legend>
      {items.map((item, at) => (
        <div key={item.id} className={styles.item}>
          {fields.map((field) => (
            <SingleField
              key={field.name}
              field={field}
              state={form.field(`${name}.${at}.${field.name}` as Path<Values>)}
            />
          ))}
          <Button size="small" onClick={() => removeItem(at)}>
            {removeLabel(at + 1)}
          </Button>
        </div>
      ))}
      <FieldError id={id}>{error}</FieldError>
      <Button id={`${id}-add`} size="small" onClick={() => append(newItem as never)}>
        {addLabel}
      </Button>
    </fieldset>
  )
}
