import { ApiError } from '@gatehouse/api-client/api-error'
import { fieldMessages } from '@gatehouse/i18n/error-messages'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type * as v from 'valibot'
import { checkForm } from './check-form.ts'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'
import { fieldErrorsOf, type Message } from './errors.ts'

export interface FormParts<Schema extends v.GenericSchema> {
  /** Names the form in the page; its fields are `{id}-{field}`. */
  id: string
  schema: Schema
  /** The schema's values from what the form holds. */
  read: (data: FormData) => unknown
  /** What is wrong between fields, which no schema of one call knows. */
  check?: (data: FormData) => Record<string, Message>
  send: (input: v.InferOutput<Schema>) => Promise<void>
  /** Under which name the typing outlives the session. */
  draft?: string
  /** Told of a refusal that stands beside no field; whoever says it elsewhere leaves `failure` unsaid. */
  onFailure?: (error: unknown) => void
  /** Stays busy after it was accepted: something else leads on from there. */
  isLast?: boolean
  /** A form of one field leads to it instead of listing it. */
  isSingle?: boolean
}

interface Outcome {
  attempt: number
  errors: Record<string, Message>
  failure?: unknown
}

/**
 * A form of native fields that is read when it is sent, because a password manager may have filled it without telling
 * React. Errors of the schema and of the server stand beside their fields and in a summary.
 */
export function useForm<Schema extends v.GenericSchema>(parts: FormParts<Schema>) {
  const { id, schema, read, check, send, draft, onFailure, isLast = false, isSingle = false } = parts
  const { t, i18n } = useLingui()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ attempt: 0, errors: {} })
  const [typedBefore] = useState(() => (draft === undefined ? {} : draftOf(draft)))
  const say = (words: Message) => (typeof words === 'string' ? words : t(words))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const { input, errors: found } = checkForm(schema, read(data))
    const errors: Record<string, Message> = {}
    for (const [field, key] of Object.entries(found)) if (key) errors[field] = fieldMessages[key]
    Object.assign(errors, check?.(data))
    const fields = [...event.currentTarget.elements].map((element) => element.getAttribute('name') ?? '')
    const show = (unordered: Record<string, Message>, failure?: unknown) => {
      const ordered = inOrder(unordered, fields)
      setOutcome(({ attempt }) => ({ attempt: attempt + 1, errors: Object.fromEntries(ordered), failure }))
      const [first] = ordered
      if (isSingle && first) focusField(`${id}-${first[0]}`)
    }
    if (input === undefined || Object.keys(errors).length > 0) return show(errors)
    setOutcome(({ attempt }) => ({ attempt, errors: {} }))
    setBusy(true)
    try {
      await send(input)
      if (draft !== undefined) dropDraft(draft)
      if (!isLast) setBusy(false)
    } catch (error) {
      setBusy(false)
      const besideFields = fieldErrorsOf(error, i18n.locale)
      show(besideFields, error)
      if (Object.keys(besideFields).length === 0) onFailure?.(error)
      // Whoever has no session any more is led to the login by the guards, and comes back to the draft.
      if (draft !== undefined && error instanceof ApiError && error.status === 401) void router.invalidate()
    }
  }

  return {
    id,
    isBusy,
    /** What went wrong when it was sent last, unless it stands beside a field. */
    failure: Object.keys(outcome.errors).length > 0 ? undefined : outcome.failure,
    attempt: outcome.attempt,
    errors: isSingle
      ? []
      : Object.entries(outcome.errors).map(([field, words]) => ({
          id: `${id}-${field}`,
          message: say(words),
        })),
    field(name: string) {
      const words = outcome.errors[name]
      return { id: `${id}-${name}`, error: words === undefined ? undefined : say(words) }
    },
    /** What a field begins with: the draft, or `value`. */
    initial: (name: string, value: string) => typedBefore[name] ?? value,
    /** Forgets what was typed: for whoever cancels. */
    discard: () => void (draft !== undefined && dropDraft(draft)),
    props: {
      id,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: (event: FormEvent<HTMLFormElement>) => {
        if (draft !== undefined) keepDraft(draft, event.currentTarget)
      },
    },
  }
}

/** Errors in the order in which their fields are seen. */
function inOrder(errors: Record<string, Message>, fields: readonly string[]): [string, Message][] {
  const placeOf = (field: string) => fields.indexOf(field)
  return Object.entries(errors).sort(([a], [b]) => placeOf(a) - placeOf(b))
}

export type Form = ReturnType<typeof useForm>
