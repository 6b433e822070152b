import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { type Choice, ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field, FieldError } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextArea, TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, type Ref } from 'react'
import {
  type ArrayPath,
  type Control,
  type FieldArray,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useController,
  useFieldArray,
} from 'react-hook-form'
import styles from './form-fields.module.css'

interface FieldBase<Values extends FieldValues> {
  name: Path<Values>
  label: ReactNode
  hint?: ReactNode
  isOptional?: boolean
  isShown?: (values: Values) => boolean
}

export interface TextField<Values extends FieldValues> extends FieldBase<Values> {
  /**
   * `number` accepts digits with a point or a comma; its value stays a text. `long` has several
   * lines.
   */
  type?: 'text' | 'email' | 'tel' | 'date' | 'time' | 'datetime-local' | 'number' | 'long'
  /** A hint for password managers and phone keyboards; `off` by default. */
  autoComplete?: string
  /** The latest date or time. */
  max?: string
  /** The language of the typed text, as a tag. */
  lang?: string
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

/** Any number of values, each a checkbox. */
export interface ChoicesField<Values extends FieldValues> extends Omit<FieldBase<Values>, 'isOptional'> {
  type: 'choices'
  choices: readonly Choice[]
  columns?: 1 | 2
}

/** Any number of items with the same fields, such as the answers of a question. */
export interface ListField<Values extends FieldValues> {
  type: 'list'
  name: ArrayPath<Values>
  label: ReactNode
  addLabel: ReactNode
  /** The label of the button that removes an item, counted from 1. */
  removeLabel: (number: number) => string
  newItem: Record<string, string>
  /** The fields of an item, named relative to it. */
  fields: readonly (Omit<TextField<FieldValues>, 'isShown'> | Omit<SelectField<FieldValues>, 'isShown'>)[]
  isShown?: (values: Values) => boolean
}

/** Anything else between the fields. */
export interface CustomField<Values extends FieldValues> {
  type: 'custom'
  key: string
  render: (form: FieldsForm<Values>) => ReactNode
  /**
   * The value that it edits, for the message that another user has changed it too, where every
   * choice needs a name. Null where it edits nothing, or its form is sent only once.
   */
  edits: { name: Path<Values>; label: ReactNode; text: (values: Values) => ReactNode } | null
  isShown?: (values: Values) => boolean
  /** It is the first field, and sets the focus itself. */
  takesFocus?: boolean
}

/** The name of a field's value; undefined where it edits none. */
export const editedName = <Values extends FieldValues>(field: FormField<Values>): string | undefined =>
  field.type === 'custom' ? field.edits?.name : field.name

export type FormField<Values extends FieldValues> =
  | TextField<Values>
  | PasswordField<Values>
  | SelectField<Values>
  | CheckboxField<Values>
  | ChoicesField<Values>
  | ListField<Values>
  | CustomField<Values>

/** An input's name, and the props of React Hook Form. */
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

/** A controlled field: its id, its error and the props of its input. */
export function useFormField<Values extends FieldValues, Name extends Path<Values>>(
  form: FieldsForm<Values>,
  name: Name,
) {
  const { id, error } = form.field(name)
  const { field } = useController({ control: form.control, name })
  // The form's value: new values reach the form a moment before the field.
  return { id, error, ...field, value: get(form.values, name) as PathValue<Values, Name> }
}

interface FormFieldsProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  fields: readonly FormField<Values>[]
  /** Shown below the field of a value. */
  below?: (name: string) => ReactNode
}

/** The declared fields of a form. The first one gets the focus when the form appears. */
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
  if (field.type === 'choices') return <ChoicesInput form={form} field={field} />
  const state = form.field(field.name)
  if (field.type === 'checkbox') {
    const { control, ...others } = state
    return <CheckboxInput label={field.label} hint={field.hint} {...others} {...control} />
  }
  return <SingleField field={field} state={state} autoFocus={autoFocus} />
}

interface ChoicesInputProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  field: ChoicesField<Values>
}

function ChoicesInput<Values extends FieldValues>({
  form,
  field: { name, label, hint, choices, columns },
}: ChoicesInputProps<Values>) {
  const { value: chosen, onChange, ref: _, ...field } = useFormField(form, name)
  const inOrder = (values: string[]) => choices.flatMap(({ value }) => (values.includes(value) ? value : []))
  return (
    <ChoiceList
      {...field}
      value={chosen as unknown as string[]}
      type="checkbox"
      legend={label}
      hint={hint}
      choices={choices}
      columns={columns}
      onChange={(values) => onChange(inOrder(values))}
    />
  )
}

type Unnamed<Field> = Omit<Field, 'name' | 'isShown'>

interface SingleFieldProps {
  field:
    | Unnamed<TextField<FieldValues>>
    | Unnamed<PasswordField<FieldValues>>
    | Unnamed<SelectField<FieldValues>>
  state: ReturnType<FieldsForm<FieldValues>['field']>
  autoFocus?: boolean
}

/** One input with its label and its error, also within a custom field. */
export function SingleField({ field, state: { control, ...state }, autoFocus = false }: SingleFieldProps) {
  const { t } = useLingui()
  const { label, hint, isOptional = false } = field
  const common = { ...control, autoFocus, required: !isOptional }
  const draw = () => {
    if (field.type === 'select')
      return (
        <SelectInput {...common}>
          {field.options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
      )
    if (field.type === 'password')
      return (
        <PasswordInput
          {...common}
          autoComplete={field.autoComplete}
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
        />
      )
    const { type = 'text', autoComplete = 'off', lang, max } = field
    const typed = { ...common, autoComplete, lang }
    switch (type) {
      case 'long':
        return <TextArea {...typed} ref={typed.ref as Ref<HTMLTextAreaElement>} rows={3} />
      case 'number':
        return <TextInput {...typed} inputMode="decimal" />
      case 'email':
        return <TextInput {...typed} type={type} />
      default:
        return <TextInput {...typed} type={type} max={max} inputMode={type === 'tel' ? type : undefined} />
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
  const { name, fields } = list
  return (
    <Items {...list} form={form}>
      {(at) =>
        fields.map((field) => (
          <SingleField
            key={field.name}
            field={field}
            state={form.field(`${name}.${at}.${field.name}` as Path<Values>)}
          />
        ))
      }
    </Items>
  )
}

interface ItemsProps<Values extends FieldValues> extends Pick<
  ListField<Values>,
  'name' | 'label' | 'addLabel' | 'removeLabel'
> {
  form: FieldsForm<Values>
  newItem: unknown
  /** Shown above the items. */
  before?: ReactNode
  /** Replaces the items and the add button, where none can be added. */
  instead?: ReactNode
  /** Renders the fields of an item, counted from 0. */
  children: (at: number) => ReactNode
}

/** The items of a list, which can be added and removed. */
export function Items<Values extends FieldValues>({
  form,
  name,
  label,
  addLabel,
  removeLabel,
  newItem,
  before,
  instead,
  children,
}: ItemsProps<Values>) {
  // An item may have an `id` of its own.
  const { fields: items, append, remove } = useFieldArray({ control: form.control, name, keyName: 'rowKey' })
  const { id, error } = form.field(name as Path<Values>)
  const removeItem = (at: number) => {
    remove(at)
    // The pressed button is gone. The add button stays.
    document.getElementById(`${id}-add`)?.focus()
  }
  return (
    <fieldset id={id} name={name} className={styles.list} tabIndex={-1} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>{label}</legend>
      {before}
      {!instead &&
        items.map(({ rowKey }, at) => (
          <div key={rowKey} className={styles.item}>
            {children(at)}
            <Button size="small" onClick={() => removeItem(at)}>
              {removeLabel(at + 1)}
            </Button>
          </div>
        ))}
      <FieldError id={id}>{error}</FieldError>
      {instead || (
        <Button
          id={`${id}-add`}
          size="small"
          onClick={() => append(newItem as FieldArray<Values, ArrayPath<Values>>)}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}
