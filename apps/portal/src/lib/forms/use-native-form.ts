import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type * as v from 'valibot'
import { fieldErrorsOf, type Message } from '../errors.ts'
import { checkForm } from './check-form.ts'

export type FieldErrors = Record<string, Message>

export interface NativeFormOptions<Schema extends v.GenericSchema> {
  /** Names the form in the page; its fields are `{id}-{field}`. */
  id: string
  schema: Schema
  /** Makes the schema's values from the values of the form. */
  read: (data: FormData) => unknown
  /** Finds errors between fields, which the schema of the endpoint does not know. */
  check?: (data: FormData) => FieldErrors
  submit: (input: v.InferOutput<Schema>) => Promise<void>
  /** Is told of an error that belongs to no field. */
  onError?: (error: unknown) => void
  /** Keeps the form busy after a success, because another page follows. */
  isLast?: boolean
  /** A form of one field moves the focus to it and lists no errors. */
  isSingle?: boolean
}

interface Outcome {
  status: 'idle' | 'busy' | 'done'
  /** How often the form was refused. */
  attempt: number
  errors: FieldErrors
  /** The errors are the server's. Whether another value is right is not known before it is sent. */
  isRefused?: boolean
  failure?: unknown
}

/**
 * A form of native fields for the pages before the login. It reads its fields when it is sent, because a password manager may fill
 * them without telling React. It keeps its own status, since `useMutation` would cost the login a kilobyte. Every other form uses
 * `useSchemaForm`.
 */
export function useNativeForm<Schema extends v.GenericSchema>(options: NativeFormOptions<Schema>) {
  const { id, schema, read, check, submit, onError, isLast = false, isSingle = false } = options
  const { t, i18n } = useLingui()
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle', attempt: 0, errors: {} })
  const { status, attempt, errors, isRefused, failure } = outcome
  const isBusy = status === 'busy' || (isLast && status === 'done')
  const textOf = (message: Message) => (typeof message === 'string' ? message : t(message))

  const validate = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const { input, errors: keys } = checkForm(schema, read(data))
    const found: FieldErrors = {}
    for (const [field, key] of Object.entries(keys)) if (key) found[field] = fieldMessages[key]
    return { input, found: { ...found, ...check?.(data) } }
  }
  const refuse = (form: HTMLFormElement, found: FieldErrors, error?: unknown) => {
    const ordered = inOrder(found, form)
    const [first] = ordered
    setOutcome({
      status: 'idle',
      attempt: attempt + 1,
      errors: Object.fromEntries(ordered),
      isRefused: error !== undefined,
      failure: first ? undefined : error,
    })
    if (isSingle && first) focusField(`${id}-${first[0]}`)
  }
  const send = async (form: HTMLFormElement) => {
    if (isBusy) return
    const { input, found } = validate(form)
    if (input === undefined || Object.keys(found).length > 0) return refuse(form, found)
    setOutcome({ status: 'busy', attempt, errors: {} })
    try {
      await submit(input)
      setOutcome({ status: 'done', attempt, errors: {} })
    } catch (error) {
      const besideFields = fieldErrorsOf(error, i18n.locale)
      refuse(form, besideFields, error)
      if (Object.keys(besideFields).length === 0) onError?.(error)
    }
  }
  /** An error goes as soon as its field is right. One of the server goes when its field changes. */
  const mend = (form: HTMLFormElement, edited: EventTarget) => {
    if (Object.keys(errors).length === 0) return
    const { found } = validate(form)
    const left = Object.entries(errors).flatMap(([field, message]): [string, Message][] => {
      if (isRefused) return edited === form.elements.namedItem(field) ? [] : [[field, message]]
      const now = found[field]
      return now === undefined ? [] : [[field, now]]
    })
    setOutcome({ ...outcome, errors: Object.fromEntries(left) })
  }

  return {
    id,
    isBusy,
    isSuccess: status === 'done',
    /** Forgets the last success. */
    reset: () => {
      if (status === 'done') setOutcome({ ...outcome, status: 'idle' })
    },
    /** The error of the last attempt, where it belongs to no field. */
    failure,
    attempt,
    errors: isSingle
      ? []
      : Object.entries(errors).map(([field, message]) => ({
          id: `${id}-${field}`,
          message: textOf(message),
        })),
    field(name: string) {
      const message = errors[name]
      return {
        id: `${id}-${name}`,
        error: message === undefined ? undefined : textOf(message),
        control: { name },
      }
    },
    props: {
      id,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void send(event.currentTarget)
      },
      onInput: ({ currentTarget, target }: FormEvent<HTMLFormElement>) => mend(currentTarget, target),
    },
  }
}

/** Errors in the order in which their fields are seen. */
function inOrder(errors: FieldErrors, form: HTMLFormElement): [string, Message][] {
  const names = [...form.elements].map((element) => element.getAttribute('name'))
  return Object.entries(errors).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

export type NativeForm = ReturnType<typeof useNativeForm>
