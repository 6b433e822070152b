import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { ApiError } from '@gatehouse/api-client/api-error'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors as NestedErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  useForm,
  useWatch,
} from 'react-hook-form'
import type * as v from 'valibot'
import { fieldErrorsOf, type Message } from '../errors.ts'
import { checkForm } from './check-form.ts'
import { dropDraft, findDraft, keepDraft } from './drafts.ts'
import { fieldNames, splitErrors } from './form-errors.ts'

export interface SchemaFormOptions<Values extends FieldValues, Schema extends v.GenericSchema> {
  /** Names the form in the page; its fields are `{id}-{field}`. */
  id: string
  /** The body of the endpoint. */
  schema: Schema
  /** The values that the form starts with; undefined while they are being fetched. */
  values: Values | undefined
  /** Makes the schema's input from the values of the form, where the two differ. */
  read?: (values: Values) => unknown
  /** Finds errors that the schema of the endpoint does not know, such as one between two fields. */
  check?: (values: Values) => Partial<Record<Path<Values>, Message>>
  submit: (input: v.InferOutput<Schema>) => Promise<unknown>
  /**
   * Takes the row as it is, where somebody else has changed it meanwhile (`changed_meanwhile`), and returns its values. Fields that the
   * person has not touched become those of the row. For the others the person chooses; a second submit goes by the new row.
   */
  onChangedMeanwhile?: ((current: unknown) => Values) | undefined
  /** The names of the fields. Where one edits a part of a value, as `settings.unit` does, two people change such parts apart from each other. */
  editedNames?: readonly string[] | undefined
  /** Names the draft that outlives the session. */
  draft?: string | undefined
  /** Fields that are never kept in a draft. */
  secrets?: readonly Path<Values>[] | undefined
  /** Keeps the form busy after a success, because another page follows. */
  isLast?: boolean
}

/**
 * A form on React Hook Form that is checked with the schema of its endpoint. Errors of the schema and of the server stand beside
 * their fields and in a summary; the first wrong field takes the focus. An error goes as soon as its field is right. `FormModal`
 * draws such a form in a window.
 */
export function useSchemaForm<Values extends FieldValues, Schema extends v.GenericSchema>(
  options: SchemaFormOptions<Values, Schema>,
) {
  const { id, schema, values: initial, read, check, submit, draft, secrets = [], isLast = false } = options
  const { onChangedMeanwhile, editedNames = [] } = options
  const { i18n } = useLingui()
  const router = useRouter()
  const queryClient = useQueryClient()
  const mutationKey = [id]
  const form = useForm<Values, unknown, v.InferOutput<Schema> & FieldValues>({
    ...(initial && { defaultValues: initial as DefaultValues<Values> }),
    resolver: schemaResolver(schema, { read, check }),
    shouldFocusError: false,
  })
  const { control } = form
  const { errors: nested, isDirty } = form.formState
  const watched = useWatch({ control }) as Values
  // Values that have just come are in the form after its next effect.
  const values = initial ? { ...initial, ...watched } : watched
  /** False once the form was sent or discarded. */
  const hasDraft = useRef(true)
  const endDraft = () => {
    hasDraft.current = false
    if (draft !== undefined) dropDraft(draft)
  }
  const mutation = useMutation({
    mutationKey,
    // A password must not stay in the cache when the form is gone.
    gcTime: 0,
    mutationFn: async (input: v.InferOutput<Schema>) => {
      await submit(input)
      endDraft()
    },
  })
  const isValidating = useRef(false)
  const [errorState, setErrorState] = useState<FormErrorState>({
    attempt: 0,
    names: [],
    others: [],
  })
  const wrongNames = [...errorState.names, ...errorState.others]
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[]>([])
  const isReady = initial !== undefined
  const errorOf = (name: string): FieldError | undefined => get(nested, name)
  const messageOf = (name: string): string | undefined => {
    const message = errorOf(name)?.message
    return message === undefined ? undefined : i18n._(message)
  }

  const fieldList = editedNames.join(' ')
  const stored = useRef(initial)
  useEffect(() => {
    if (!initial || !differs(initial, stored.current)) return
    // What was changed here stays, each field as a whole: the days of a week are not mixed with another person's.
    const mine = form.getValues()
    const both = structuredClone(initial)
    for (const name of touchedNames(stored.current, mine, fieldList.split(' ')))
      set(both, name, get(mine, name))
    form.reset(initial)
    form.reset(both, { keepDefaultValues: true })
    stored.current = initial
  }, [form, initial, fieldList])
  useEffect(() => {
    const kept = draft === undefined || !isReady ? undefined : findDraft(draft)
    // All at once. A value that is set by itself does not reach the rows of a list.
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true })
  }, [form, draft, isReady])
  useEffect(() => {
    if (draft !== undefined && hasDraft.current && isDirty) keepDraft(draft, omit(values, secrets))
  })
  useEffect(() => {
    // A change of another field may correct an error too, such as that of two fields that must be equal.
    const wrong = wrongNames.filter((name) => errorOf(name)?.type === SCHEMA)
    if (wrong.length === 0) return
    const { messages } = validate(values, schema, { read, check })
    for (const name of wrong) if (messages[name] === undefined) form.clearErrors(name as Path<Values>)
  })
  useEffect(() => {
    // The summary takes the focus when it appears. This effect runs after that one. The errors of a list's items have no type.
    const first = errorState.names.find((name) => form.getFieldState(name as Path<Values>).error?.type)
    if (first !== undefined) document.getElementById(`${id}-${first}`)?.focus()
  }, [form, id, errorState])

  const showErrors = (element: HTMLFormElement, wrong: readonly string[]) => {
    const names = fieldNames(element)
    const others = wrong.filter((name) => !names.includes(name))
    setErrorState(({ attempt }) => ({ attempt: attempt + 1, names, others }))
  }
  const send = (input: v.InferOutput<Schema>, element: HTMLFormElement) =>
    mutation.mutate(input, {
      onError: (error) => {
        const found = fieldErrorsOf(error, i18n.locale, fieldMessages)
        for (const [name, message] of Object.entries(found))
          form.setError(name as Path<Values>, { type: 'server', message: idOf(message) })
        showErrors(element, Object.keys(found))
        if (error instanceof ApiError && error.code === 'changed_meanwhile' && onChangedMeanwhile) {
          const theirs = onChangedMeanwhile(error.current)
          setConflicts(findConflicts({ before: initial, mine: form.getValues(), theirs, editedNames }))
        }
        // The guards lead to the login, and back here afterwards.
        if (error instanceof ApiError && error.status === 401) void router.invalidate()
      },
    })
  const isBusy = mutation.isPending || (isLast && mutation.isSuccess)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React learns of a mutation a moment later. A second press may come before.
    if (isBusy || isValidating.current || queryClient.isMutating({ mutationKey }) > 0) return
    isValidating.current = true
    const element = event.currentTarget
    mutation.reset()
    setConflicts([])
    readFilledFields(element, (name, value) => form.setValue(name as Path<Values>, value as never))
    let isInvalid = false
    await form.handleSubmit(
      (input) => send(input, element),
      () => {
        isInvalid = true
      },
    )()
    isValidating.current = false
    // Only now the errors stand in the form's state, so the summary and the focus come together.
    if (isInvalid)
      showErrors(element, Object.keys(validate(form.getValues(), schema, { read, check }).messages))
  }

  const messages: Record<string, string> = {}
  for (const name of wrongNames) {
    const message = messageOf(name)
    if (message !== undefined) messages[name] = message
  }
  return {
    id,
    control,
    values,
    isBusy,
    isDirty,
    isSuccess: mutation.isSuccess,
    attempt: errorState.attempt,
    ...splitErrors(id, errorState.names, messages),
    /** The error of the last attempt, where it names no field. */
    failure:
      mutation.error && Object.keys(fieldErrorsOf(mutation.error, i18n.locale, fieldMessages)).length === 0
        ? mutation.error
        : undefined,
    field: (name: Path<Values>) => ({
      id: `${id}-${name}`,
      error: messageOf(name),
      control: form.register(name),
    }),
    /** Fields that two people have changed to different values. */
    conflicts,
    takeTheirs: ({ name, theirs }: Conflict<Values>) => {
      form.setValue(name, theirs as never, { shouldDirty: true })
      setConflicts((open) => open.filter((one) => one.name !== name))
    },
    /** Forgets what was typed. */
    discard: endDraft,
    props: { id, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}

/** A field that somebody else has changed meanwhile, to another value than this person. */
export interface Conflict<Values extends FieldValues> {
  name: Path<Values>
  theirs: unknown
  /** All values of the other person. */
  values: Values
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

const isGroup = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The names of what is changed as a whole: a value, or the parts of one that have fields of their own. */
function namesOfParts(values: FieldValues, editedNames: readonly string[], before = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `${before}${key}`
    return isGroup(value) && editedNames.some((field) => field.startsWith(`${name}.`))
      ? namesOfParts(value, editedNames, `${name}.`)
      : [name]
  })
}

const touchedNames = (before: FieldValues | undefined, mine: FieldValues, editedNames: readonly string[]) =>
  before ? namesOfParts(mine, editedNames).filter((name) => differs(get(mine, name), get(before, name))) : []

/** The fields that both have changed, to different values. */
export function findConflicts<Values extends FieldValues>({
  before,
  mine,
  theirs,
  editedNames,
}: {
  before: Values | undefined
  mine: Values
  theirs: Values
  editedNames: readonly string[]
}): Conflict<Values>[] {
  return touchedNames(before, mine, editedNames).flatMap((name) => {
    const value: unknown = get(theirs, name)
    const isConflict = differs(value, get(mine, name)) && differs(value, get(before, name))
    return isConflict ? [{ name: name as Path<Values>, theirs: value, values: theirs }] : []
  })
}

/** What is known of the last attempt that ended in errors. */
interface FormErrorState {
  attempt: number
  /** The fields of the form in the order in which they are seen. */
  names: readonly string[]
  /** Wrong fields that the form does not have. */
  others: readonly string[]
}

/** The type of an error that the schema or `check` found. An error of the server has another one. */
const SCHEMA = 'schema'

/** Checks the values of a form. The messages stand under the paths of their fields. */
function validate<Values extends FieldValues, Schema extends v.GenericSchema>(
  values: Values,
  schema: Schema,
  { read, check }: ValidationRules<Values>,
) {
  const { input, errors } = checkForm(schema, read ? read(values) : values)
  const messages: Record<string, Message> = {}
  for (const [name, key] of Object.entries(errors)) if (key) messages[name] = fieldMessages[key]
  for (const [name, message] of Object.entries<Message | undefined>(check?.(values) ?? {}))
    if (message !== undefined) messages[name] = message
  return { input, messages }
}

interface ValidationRules<Values extends FieldValues> {
  read: ((values: Values) => unknown) | undefined
  check: ((values: Values) => Partial<Record<Path<Values>, Message>>) | undefined
}

/** The resolver of React Hook Form for our schemas. An error's message is the id of its text in the catalogues. */
function schemaResolver<Values extends FieldValues, Schema extends v.GenericSchema>(
  schema: Schema,
  rules: ValidationRules<Values>,
): Resolver<Values, unknown, v.InferOutput<Schema> & FieldValues> {
  return (values) => {
    const { input, messages } = validate(values, schema, rules)
    if (input !== undefined && Object.keys(messages).length === 0)
      return { values: input as v.InferOutput<Schema> & FieldValues, errors: {} }
    const errors: NestedErrors<Values> = {}
    for (const [name, message] of Object.entries(messages))
      set(errors, name, { type: SCHEMA, message: idOf(message) })
    return { values: {}, errors }
  }
}

/** The id of a message in the catalogues. A text of the server is not in them; Lingui returns an unknown id as it is. */
function idOf(message: Message): string {
  return typeof message === 'string' ? message : message.id
}

/** A password manager may fill a field without telling React: tells what stands in the text fields. */
function readFilledFields(form: HTMLFormElement, tell: (name: string, value: string) => void): void {
  for (const element of form.elements) {
    const isText = element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type)
    if (isText && element.name !== '' && !element.disabled && !element.readOnly)
      tell(element.name, element.value)
  }
}

function omit(values: FieldValues, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}
