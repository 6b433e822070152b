import { faultMessage, fieldMessages } from '@gatehouse/i18n/field-messages'
import { ApiError } from '@gatehouse/api-client/api-error'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import {
  type FieldError,
  type FieldErrors as NestedErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  set,
  type SetValueConfig,
  useForm,
  useWatch,
} from 'react-hook-form'
import type * as v from 'valibot'
import { fieldErrorsOf, type Message } from '../errors.ts'
import { checkForm } from './check-form.ts'
import { type Draft, type DraftKey, dropDraft, findDraft, keepDraft } from './drafts.ts'
import { fieldNames, splitErrors } from './form-errors.ts'
import { type OnceHeaders, useRequestKey } from './use-request-key.ts'

export interface SchemaFormOptions<Values extends FieldValues, Schema extends v.GenericSchema> {
  /** The form's id in the page; its fields are `{id}-{field}`. */
  id: string
  /** The body of the endpoint. */
  schema: Schema
  /** The values that the form starts with; undefined while they are being fetched. */
  values: Values | undefined
  /** Converts the form's values to the schema's input, where the two differ. */
  read?: (values: Values) => unknown
  /** Finds errors that the endpoint's schema does not know, such as one between two fields. */
  check?: (values: Values) => Partial<Record<Path<Values>, Message>>
  /**
   * @param once the idempotency headers of a call that creates a row: repeating it after a lost
   *   response creates no second one
   */
  submit: (input: v.InferOutput<Schema>, once: OnceHeaders) => Promise<unknown>
  /**
   * Takes the current row, where another user has changed it (`changed_meanwhile`), and returns its
   * values. Fields that the person has not touched take the row's values. For the others the person
   * chooses; a second submit is based on the new row.
   */
  onChangedMeanwhile?: ((current: unknown) => Values) | undefined
  /**
   * The names of the fields. Where one edits a part of a value, such as `settings.unit`, two users
   * can change different parts without a conflict.
   */
  editedNames?: readonly string[] | undefined
  /** Where the draft that survives the session is stored. */
  draft?: DraftKey | undefined
  /** Fields that are never stored in a draft. */
  secrets?: readonly Path<Values>[] | undefined
  /** Keeps the form busy after a success, because another page follows. */
  isLast?: boolean
}

/**
 * A form on React Hook Form, validated with its endpoint's schema. Errors of the schema and of the
 * server are shown beside their fields and in a summary; the first wrong field gets the focus. An
 * error disappears once its field is right. `FormModal` renders such a form in a window. The
 * library loads with the first editor; the login and the guest app use native fields.
 */
export function useSchemaForm<Values extends FieldValues, Schema extends v.GenericSchema>(
  options: SchemaFormOptions<Values, Schema>,
) {
  const { id, schema, read, check, submit, draft, secrets = [], isLast = false } = options
  const { onChangedMeanwhile, editedNames = [] } = options
  const { i18n } = useLingui()
  const router = useRouter()
  const queryClient = useQueryClient()
  const mutationKey = [id]
  const textOf = (message: Message) => (typeof message === 'string' ? message : i18n._(message))
  /**
   * The form's initial values. Later ones go through `onChangedMeanwhile`, so that nothing changes
   * while typing.
   */
  const [initial, setInitial] = useState(options.values)
  if (!initial && options.values) setInitial(options.values)
  const form = useForm<Values, unknown, v.InferOutput<Schema> & FieldValues>({
    ...(initial && { values: initial }),
    resolver: (values) => {
      const { input, messages } = validate(values, schema, { read, check })
      if (input !== undefined && Object.keys(messages).length === 0)
        return { values: input as v.InferOutput<Schema> & FieldValues, errors: {} }
      const errors: NestedErrors<Values> = {}
      for (const [name, message] of Object.entries(messages))
        set(errors, name, { type: SCHEMA, message: textOf(message) })
      return { values: {}, errors }
    },
    shouldFocusError: false,
  })
  const { control } = form
  const setValue = (name: Path<Values>, value: unknown, config?: SetValueConfig) =>
    form.setValue(name, value as PathValue<Values, Path<Values>>, config)
  const { errors: nested, isDirty } = form.formState
  const watched = useWatch({ control }) as Values
  // New values reach the form after its next effect.
  const values = initial ? { ...initial, ...watched } : watched
  /** False once the form was sent or discarded. */
  const hasDraft = useRef(true)
  const endDraft = () => {
    hasDraft.current = false
    if (draft !== undefined) dropDraft(draft)
  }
  const requestKey = useRequestKey()
  const mutation = useMutation({
    mutationKey,
    // A password must not stay cached when the form is gone.
    gcTime: 0,
    mutationFn: async (input: v.InferOutput<Schema>) => {
      await submit(input, requestKey.of(input))
      requestKey.forget()
      endDraft()
    },
  })
  const isValidating = useRef(false)
  /**
   * Set to resubmit on the current row: it has all that was typed, most often because the response
   * to this form was lost.
   */
  const again = useRef<HTMLFormElement>(undefined)
  const isSentAgain = useRef(false)
  const [errorState, setErrorState] = useState<FormErrorState>({ attempt: 0, names: [], others: [] })
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[]>([])
  const [restored, setRestored] = useState<Draft['typed'] | null>()
  if (draft && initial && restored === undefined) {
    const kept = findDraft(draft)
    setRestored(kept?.typed ?? null)
    // Submissions are based on the current row, so changes since the draft was started must be
    // shown.
    if (kept && onChangedMeanwhile) {
      const mine = withValues(initial, kept.typed)
      setConflicts(findConflicts({ before: kept.base as Values, mine, theirs: initial, editedNames }))
    }
  }
  const errorOf = (name: string): FieldError | undefined => get(nested, name)
  const wrongNames = [...errorState.names, ...errorState.others].filter((name) => errorOf(name)?.type)
  /** The current row's values, and those that differ from them here. */
  const dirtyOf = (mine: FieldValues) => dirtyParts(form.formState.defaultValues, mine, editedNames)

  useEffect(() => {
    // All at once: setting a single value does not reach the rows of a list.
    if (restored) form.reset(withValues(form.getValues(), restored), { keepDefaultValues: true })
  }, [form, restored])
  useEffect(() => {
    if (!draft || !initial || !hasDraft.current) return
    // A restored draft is in the form, but not yet in the rendered values.
    const typed = dirtyOf(omit(form.getValues(), secrets))
    // Reverted changes are not restored.
    if (Object.keys(typed).length === 0) return dropDraft(draft)
    // Undecided conflicts are shown again.
    const undecided = Object.fromEntries(conflicts.map(({ name, before }) => [name, before]))
    const base = withValues(form.formState.defaultValues as Values, undecided)
    keepDraft(draft, { base: omit(base, secrets), typed })
  })
  useEffect(() => {
    // The summary takes the focus when it appears; this effect runs after that one. The errors of a
    // list's items have no type.
    const first = errorState.names.find((name) => form.getFieldState(name as Path<Values>).error?.type)
    if (first !== undefined) focusField(`${id}-${first}`)
  }, [form, id, errorState])

  /**
   * Continues on the row that another user has saved. Typed values stay, each field as a whole: the
   * days of a week are not mixed.
   */
  const takeOver = (theirs: Values) => {
    const before = form.formState.defaultValues as Values
    const mine = form.getValues()
    const typed = dirtyOf(mine)
    form.reset(theirs)
    form.reset(withValues(theirs, typed), { keepDefaultValues: true })
    setConflicts(findConflicts({ before, mine, theirs, editedNames }))
    const names = Object.keys(typed)
    return names.length > 0 && names.every((name) => !differs(typed[name], get(theirs, name)))
  }

  const showErrors = (element: HTMLFormElement, wrong: readonly string[]) => {
    const names = fieldNames(element)
    const others = wrong.filter((name) => !names.includes(name))
    setErrorState(({ attempt }) => ({ attempt: attempt + 1, names, others }))
  }
  const send = (input: v.InferOutput<Schema>, element: HTMLFormElement) =>
    mutation.mutate(input, {
      onError: (error) => {
        const isSecond = isSentAgain.current
        isSentAgain.current = false
        const found = fieldErrorsOf(error, i18n.locale, fieldMessages)
        for (const [name, message] of Object.entries(found))
          form.setError(name as Path<Values>, { type: 'server', message: textOf(message) })
        showErrors(element, Object.keys(found))
        if (error instanceof ApiError && error.code === 'changed_meanwhile' && onChangedMeanwhile) {
          const isAsTyped = takeOver(onChangedMeanwhile(error.current))
          if (isAsTyped && !isSecond) again.current = element
        }
        // The guards redirect to the login, and back here afterwards.
        if (error instanceof ApiError && error.status === 401) void router.invalidate()
      },
    })
  const isBusy = mutation.isPending || (isLast && mutation.isSuccess)
  useEffect(() => {
    const element = again.current
    if (!element || isBusy) return
    again.current = undefined
    isSentAgain.current = true
    element.requestSubmit()
  })
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React renders a mutation a moment later. A second press may come before.
    if (isBusy || isValidating.current || queryClient.isMutating({ mutationKey }) > 0) return
    isValidating.current = true
    const element = event.currentTarget
    mutation.reset()
    setConflicts([])
    readFilledFields(element, (name, value) => setValue(name as Path<Values>, value))
    let isInvalid = false
    await form.handleSubmit(
      (input) => send(input, element),
      () => {
        isInvalid = true
      },
    )()
    isValidating.current = false
    // The errors are in the form's state only now, so the summary and the focus come together.
    if (isInvalid)
      showErrors(element, Object.keys(validate(form.getValues(), schema, { read, check }).messages))
  }

  const messages = Object.fromEntries(wrongNames.map((name) => [name, errorOf(name)?.message ?? '']))
  // A change of another field may correct an error too, such as that of two fields that must be
  // equal.
  const deps = wrongNames.filter((name) => errorOf(name)?.type === SCHEMA) as Path<Values>[]
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
      error: errorOf(name)?.message,
      control: form.register(name, { deps }),
    }),
    /** Fields that two users have changed to different values. */
    conflicts,
    takeTheirs: ({ name, theirs }: Conflict<Values>) => {
      setValue(name, theirs, { shouldDirty: true, shouldValidate: true })
      setConflicts((open) => open.filter((one) => one.name !== name))
    },
    /** Discards the typed values. */
    discard: endDraft,
    props: { id, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}

/** A field that another user has changed to a different value. */
export interface Conflict<Values extends FieldValues> {
  name: Path<Values>
  /** The common base value. */
  before: unknown
  theirs: unknown
  /** All values of the other user. */
  values: Values
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

const isGroup = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * The names that are changed as a whole: a value, or the parts of one that have their own fields.
 */
function namesOfParts(values: FieldValues, editedNames: readonly string[], before = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `${before}${key}`
    return isGroup(value) && editedNames.some((field) => field.startsWith(`${name}.`))
      ? namesOfParts(value, editedNames, `${name}.`)
      : [name]
  })
}

/** The values that differ from the earlier ones, by name. */
function dirtyParts(before: FieldValues | undefined, mine: FieldValues, editedNames: readonly string[]) {
  const names = before ? namesOfParts(mine, editedNames) : []
  return Object.fromEntries(
    names.flatMap((name) => (differs(get(mine, name), get(before, name)) ? [[name, get(mine, name)]] : [])),
  ) as Record<string, unknown>
}

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
  return Object.keys(dirtyParts(before, mine, editedNames)).flatMap((name) => {
    const value: unknown = get(theirs, name)
    const old: unknown = get(before, name)
    const isConflict = differs(value, get(mine, name)) && differs(value, old)
    return isConflict ? [{ name: name as Path<Values>, before: old, theirs: value, values: theirs }] : []
  })
}

/** A copy of the values with some changes, by name. */
function withValues<Values extends FieldValues>(values: Values, changes: FieldValues): Values {
  const changed = structuredClone(values)
  for (const [name, value] of Object.entries(changes)) set(changed, name, value)
  return changed
}

/** The last failed attempt. */
interface FormErrorState {
  attempt: number
  /** The names of the fields in visual order. */
  names: readonly string[]
  /** Wrong fields that the form does not have. */
  others: readonly string[]
}

/** The type of an error from the schema or `check`. A server error has another one. */
const SCHEMA = 'schema'

/** Validates a form's values. The messages are under the paths of their fields. */
function validate<Values extends FieldValues, Schema extends v.GenericSchema>(
  values: Values,
  schema: Schema,
  { read, check }: ValidationRules<Values>,
) {
  const { input, errors } = checkForm(schema, read ? read(values) : values)
  const messages: Record<string, Message> = {}
  for (const [name, fault] of Object.entries(errors)) if (fault) messages[name] = faultMessage(fault)
  for (const [name, message] of Object.entries<Message | undefined>(check?.(values) ?? {}))
    if (message !== undefined) messages[name] = message
  return { input, messages }
}

interface ValidationRules<Values extends FieldValues> {
  read: ((values: Values) => unknown) | undefined
  check: ((values: Values) => Partial<Record<Path<Values>, Message>>) | undefined
}

/**
 * A password manager may fill a field without React's knowledge: reports the content of the text
 * fields.
 */
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
