import { loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type * as v from 'valibot'
import { codeOfFault } from '@gatehouse/validation/field-faults'
import { fieldErrorsOf, type FieldMessages, type Message } from '../errors.ts'
import { checkForm } from './check-form.ts'
import { fieldNames, splitErrors } from './form-errors.ts'

export type FieldErrors = Record<string, Message>

export interface NativeFormOptions<Schema extends v.GenericSchema> {
  /** The form's id in the page; its fields are `{id}-{field}`. */
  id: string
  schema: Schema
  /** The schema's input from the form's values. */
  read: (data: FormData) => unknown
  /** Finds errors between fields, which the endpoint's schema does not know. */
  check?: (data: FormData) => FieldErrors
  /** The texts of the field errors that the form can have. */
  messages: FieldMessages
  submit: (input: v.InferOutput<Schema>) => Promise<void>
  /** Called with an error that belongs to no field. */
  onError?: (error: unknown) => void
  /** Keeps the form busy after a success, because another page follows. */
  isLast?: boolean
  /** A form with one field moves the focus to it and does not list its error. */
  isSingle?: boolean
}

/** The last failed attempt. */
interface FormErrorState {
  /** The number of failed attempts, by the schema or the server. */
  attempt: number
  errors: FieldErrors
  /** The names of the fields in visual order. */
  names: readonly string[]
  /** The errors are from the server, so another value can be checked only by sending it. */
  isOfServer: boolean
  /** The server's error, where it belongs to no field. */
  failure?: unknown
}

/**
 * A form of uncontrolled fields for the pages before the login. It reads them on submit, because a
 * password manager may fill them without React's knowledge. Forms behind the login use
 * `useSchemaForm`, with controlled values.
 */
export function useNativeForm<Schema extends v.GenericSchema>(options: NativeFormOptions<Schema>) {
  const { id, schema, read, check, messages, submit, onError, isLast = false, isSingle = false } = options
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const [errorState, setErrorState] = useState<FormErrorState>({
    attempt: 0,
    errors: {},
    names: [],
    isOfServer: false,
  })
  const { attempt, errors, names, isOfServer, failure } = errorState
  const mutationKey = [id]
  // A password must not stay cached when the form is gone.
  const mutation = useMutation({ mutationKey, mutationFn: submit, gcTime: 0 })
  const isBusy = mutation.isPending || (isLast && mutation.isSuccess)
  const format = (message: Message) => (typeof message === 'string' ? message : t(message))

  const validate = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const { input, errors: faults } = checkForm(schema, read(data))
    const found: FieldErrors = {}
    for (const [field, fault] of Object.entries(faults))
      if (fault) found[field] = messages[codeOfFault(fault)] ?? loginFieldMessages.wrong_type
    return { input, found: { ...found, ...check?.(data) } }
  }
  const showErrors = (form: HTMLFormElement, found: FieldErrors, error?: Error) => {
    const shown = fieldNames(form)
    setErrorState({
      attempt: attempt + 1,
      errors: found,
      names: shown,
      isOfServer: error !== undefined,
      failure: Object.keys(found).length > 0 ? undefined : error,
    })
    const first = shown.find((name) => found[name] !== undefined)
    if (isSingle && first !== undefined) focusField(`${id}-${first}`)
  }
  const send = (form: HTMLFormElement) => {
    // React renders a mutation a moment later. A second press may come before.
    if (isBusy || queryClient.isMutating({ mutationKey }) > 0) return
    const { input, found } = validate(form)
    mutation.reset()
    if (input === undefined || Object.keys(found).length > 0) return showErrors(form, found)
    setErrorState({ attempt, errors: {}, names: [], isOfServer: false })
    mutation.mutate(input, {
      onError: (error) => {
        const fieldErrors = fieldErrorsOf(error, i18n.locale, messages)
        showErrors(form, fieldErrors, error)
        if (Object.keys(fieldErrors).length === 0) onError?.(error)
      },
    })
  }
  /** An error disappears once its field is right; a server error when its field changes. */
  const clearFixedErrors = (form: HTMLFormElement, edited: EventTarget) => {
    if (Object.keys(errors).length === 0) return
    const { found } = validate(form)
    const left = Object.entries(errors).flatMap(([field, message]): [string, Message][] => {
      if (isOfServer) return edited === form.elements.namedItem(field) ? [] : [[field, message]]
      const now = found[field]
      return now === undefined ? [] : [[field, now]]
    })
    setErrorState({ ...errorState, errors: Object.fromEntries(left) })
  }

  const sentences = Object.entries(errors).map(([field, message]) => [field, format(message)])
  const split = splitErrors(id, names, Object.fromEntries(sentences))
  return {
    id,
    isBusy,
    isSuccess: mutation.isSuccess,
    /** Clears the last success. */
    reset: () => {
      if (mutation.isSuccess) mutation.reset()
    },
    /** The error of the last attempt, where it belongs to no field. */
    failure,
    attempt,
    errors: isSingle ? [] : split.errors,
    others: split.others,
    field(name: string) {
      const message = errors[name]
      return {
        id: `${id}-${name}`,
        error: message === undefined ? undefined : format(message),
        control: { name },
      }
    },
    props: {
      id,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        send(event.currentTarget)
      },
      onInput: ({ currentTarget, target }: FormEvent<HTMLFormElement>) =>
        clearFixedErrors(currentTarget, target),
    },
  }
}
