import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { ApiError } from '@gatehouse/api-client/api-error'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import {
  type DefaultValues,
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
  const { i18n } = useLingui()
  const router = useRouter()
  const form = useForm<Values, unknown, v.InferOutput<Schema> & FieldValues>({
    ...(initial && { values: initial, defaultValues: initial as DefaultValues<Values> }),
    resetOptions: { keepDirtyValues: true },
    resolver: schemaResolver(schema, { read, check }),
    shouldFocusError: false,
  })
  const { control } = form
  const { errors: nested, isDirty } = form.formState
  const values = useWatch({ control }) as Values
  const mutation = useMutation({ mutationFn: submit })
  const [refused, setRefused] = useState<{ attempt: number; names: readonly string[] }>({
    attempt: 0,
    names: [],
  })
  const isReady = initial !== undefined

  useEffect(() => {
    const kept = draft === undefined || !isReady ? undefined : findDraft(draft)
    for (const [name, value] of Object.entries(kept ?? {}))
      form.setValue(name as Path<Values>, value as never, { shouldDirty: true })
  }, [form, draft, isReady])
  useEffect(() => {
    if (draft !== undefined && isDirty) keepDraft(draft, omit(values, secrets))
  })
  useEffect(() => {
    // Another field may have put an error right, such as that of two fields that differ.
    const { errors } = control._formState
    const wrong = refused.names.filter((name) => isSchemaError(get(errors, name)))
    if (wrong.length > 0) void form.trigger(wrong as Path<Values>[])
  }, [control, form, refused, values])
  useEffect(() => {
    // The summary takes the focus when it appears. This effect runs after that one.
    const { errors } = control._formState
    const first = refused.names.find((name) => hasError(errors, name))
    if (first !== undefined) document.getElementById(`${id}-${first}`)?.focus()
  }, [control, id, refused])

  const refuse = (element: HTMLFormElement) =>
    setRefused(({ attempt }) => ({ attempt: attempt + 1, names: fieldNames(element) }))
  const send = (input: v.InferOutput<Schema>, element: HTMLFormElement) =>
    mutation.mutate(input, {
      onSuccess: () => {
        if (draft !== undefined) dropDraft(draft)
      },
      onError: (error) => {
        for (const [name, message] of Object.entries(fieldErrorsOf(error, i18n.locale)))
          form.setError(name as Path<Values>, { type: 'server', message: idOf(message) })
        refuse(element)
        // The guards lead to the login, and back here afterwards.
        if (error instanceof ApiError && error.status === 401) void router.invalidate()
      },
    })
  const isBusy = mutation.isPending || (isLast && mutation.isSuccess)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    mutation.reset()
    readFilledFields(element, (name, value) => form.setValue(name as Path<Values>, value as never))
    await form.handleSubmit(
      (input) => send(input, element),
      () => refuse(element),
    )()
  }

  const messageOf = (name: string): string | undefined => {
    const error: unknown = get(nested, name)
    return isFieldError(error) ? i18n._(error.message) : undefined
  }
  const errors = refused.names.flatMap((name) => {
    const message = messageOf(name)
    return message === undefined ? [] : [{ id: `${id}-${name}`, message }]
  })
  return {
    id,
    control,
    values,
    isBusy,
    isDirty,
    isSuccess: mutation.isSuccess,
    attempt: refused.attempt,
    /** The errors that have a field, in the order in which the fields are seen. */
    errors,
    /** The error of the last attempt, where it belongs to no field. */
    failure: errors.length > 0 ? undefined : (mutation.error ?? undefined),
    field: (name: Path<Values>) => ({
      id: `${id}-${name}`,
      error: messageOf(name),
      control: form.register(name),
    }),
    /** Forgets what was typed. */
    discard: () => {
      if (draft !== undefined) dropDraft(draft)
    },
    props: { id, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}

interface ResolverRules<Values extends FieldValues> {
  read: ((values: Values) => unknown) | undefined
  check: ((values: Values) => Partial<Record<Path<Values>, Message>>) | undefined
}

/** Checks a form with a schema whose messages are keys. An error's message is the id of its text in the catalogues. */
export function schemaResolver<Values extends FieldValues, Schema extends v.GenericSchema>(
  schema: Schema,
  { read, check }: ResolverRules<Values>,
): Resolver<Values, unknown, v.InferOutput<Schema> & FieldValues> {
  return (values) => {
    const { input, errors: keys } = checkForm(schema, read ? read(values) : values)
    const messages: Record<string, Message> = {}
    for (const [name, key] of Object.entries(keys)) if (key) messages[name] = fieldMessages[key]
    for (const [name, message] of Object.entries<Message | undefined>(check?.(values) ?? {}))
      if (message !== undefined) messages[name] = message
    if (input !== undefined && Object.keys(messages).length === 0)
      return { values: input as v.InferOutput<Schema> & FieldValues, errors: {} }
    const errors: NestedErrors<Values> = {}
    for (const [name, message] of Object.entries(messages))
      set(errors, name, { type: 'schema', message: idOf(message) })
    return { values: {}, errors }
  }
}

/** A text of the server is no message of the catalogues; Lingui answers an unknown id with the id itself. */
function idOf(message: Message): string {
  return typeof message === 'string' ? message : message.id
}

function isFieldError(error: unknown): error is { message: string } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}

function isSchemaError(error: unknown): boolean {
  return isFieldError(error) && 'type' in error && error.type === 'schema'
}

function hasError(errors: object, name: string): boolean {
  return isFieldError(get(errors, name))
}

/** The names of the fields in the order in which they are seen. */
function fieldNames(form: HTMLFormElement): string[] {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}

/** A password manager may fill a field without telling React: tells what stands in the text fields. */
function readFilledFields(form: HTMLFormElement, tell: (name: string, value: string) => void): void {
  for (const element of form.elements) {
    const isText = element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type)
    if (isText && element.name !== '' && !element.disabled && !element.readOnly)
      tell(element.name, element.value)
  }
}

function omit<Values extends FieldValues>(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}
