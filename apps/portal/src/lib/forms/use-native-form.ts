import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
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

/**
 * A form of native fields for the pages before the login. It reads its fields when it is sent, because a password manager may fill
 * them without telling React. `useSchemaForm` is for every other form.
 */
export function useNativeForm<Schema extends v.GenericSchema>(options: NativeFormOptions<Schema>) {
  const { id, schema, read, check, submit, onError, isLast = false, isSingle = false } = options
  const { t, i18n } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const [errors, setErrors] = useState<FieldErrors>({})
  /** Fields that the server refused. Whether another value is right is not known before it is sent. */
  const [refused, setRefused] = useState<readonly string[]>([])
  const mutation = useMutation({ mutationFn: submit })
  const isBusy = mutation.isPending || (isLast && mutation.isSuccess)
  const messageOf = (message: Message) => (typeof message === 'string' ? message : t(message))

  const validate = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const { input, errors: keys } = checkForm(schema, read(data))
    const found: FieldErrors = {}
    for (const [field, key] of Object.entries(keys)) if (key) found[field] = fieldMessages[key]
    return { input, errors: { ...found, ...check?.(data) } }
  }
  const show = (form: HTMLFormElement, found: FieldErrors, isRefused: boolean) => {
    const ordered = inOrder(found, form)
    setAttempt((before) => before + 1)
    setErrors(Object.fromEntries(ordered))
    setRefused(isRefused ? Object.keys(found) : [])
    const [first] = ordered
    if (isSingle && first) focusField(`${id}-${first[0]}`)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const { input, errors: found } = validate(form)
    mutation.reset()
    if (input === undefined || Object.keys(found).length > 0) return show(form, found, false)
    setErrors({})
    mutation.mutate(input, {
      onError: (error) => {
        const besideFields = fieldErrorsOf(error, i18n.locale)
        show(form, besideFields, true)
        if (Object.keys(besideFields).length === 0) onError?.(error)
      },
    })
  }
  /** An error goes as soon as its field is right. */
  const onInput = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    const wrong = Object.keys(errors)
    if (wrong.length === 0) return
    const { errors: found } = validate(form)
    const edited = target instanceof Element ? target.getAttribute('name') : null
    const left = wrong.flatMap((field): [string, Message][] => {
      const message =
        found[field] ?? (refused.includes(field) && field !== edited ? errors[field] : undefined)
      return message === undefined ? [] : [[field, message]]
    })
    setErrors(Object.fromEntries(left))
  }

  return {
    id,
    isBusy,
    isSuccess: mutation.isSuccess,
    /** Forgets the last outcome. */
    reset: mutation.reset,
    /** The error of the last attempt, where it belongs to no field. */
    failure: refused.length > 0 ? undefined : (mutation.error ?? undefined),
    attempt,
    errors: isSingle
      ? []
      : Object.entries(errors).map(([field, message]) => ({
          id: `${id}-${field}`,
          message: messageOf(message),
        })),
    field(name: string) {
      const message = errors[name]
      return {
        id: `${id}-${name}`,
        error: message === undefined ? undefined : messageOf(message),
        control: { name },
      }
    },
    props: { id, noValidate: true, onSubmit, onInput },
  }
}

/** Errors in the order in which their fields are seen. */
function inOrder(errors: FieldErrors, form: HTMLFormElement): [string, Message][] {
  const names = [...form.elements].map((element) => element.getAttribute('name'))
  return Object.entries(errors).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

export type NativeForm = ReturnType<typeof useNativeForm>
