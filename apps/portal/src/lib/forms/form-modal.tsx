import { ConfirmModal, Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { useBlocker, useMatch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import type { DraftKey, DraftOwner } from './drafts.ts'
import { FieldConflict, FormConflicts } from './form-conflicts.tsx'
import { editedName, FormFields, type FormField } from './form-fields.tsx'
import { FormNotices } from './form-notices.tsx'
import { isNewSite, KeptAsDraft } from './kept-as-draft.ts'
import { type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'
import styles from './form-modal.module.css'
import { useChosenClient } from '../chosen-client.ts'

export interface FormModalProps<Values extends FieldValues, Schema extends v.GenericSchema> extends Omit<
  SchemaFormOptions<Values, Schema>,
  'isLast' | 'secrets' | 'editedNames' | 'draft'
> {
  /** The name of the draft that survives the session. It belongs to the person who typed it. */
  draft?: string | undefined
  title: ReactNode
  fields: readonly FormField<Values>[]
  /** Defaults to “Save”. */
  submitLabel?: ReactNode
  /** The submission is destructive. */
  isDanger?: boolean
  /** The title of an error that belongs to no field. */
  failedTitle?: ReactNode
  /** Leaves out the server's reason, where `failedTitle` says everything. */
  withoutReason?: boolean
  /** A question before the form is sent, in its own window; undefined where there is none. */
  ask?: (input: v.InferOutput<Schema>) => Promise<FormQuestion | undefined>
  /** Shown beside the fields and sticky where there is room, else below them. */
  aside?: (values: Values) => ReactNode
  /** Shown in place of the fields while `values` is undefined. */
  placeholder?: ReactNode
  onClose: () => void
}

/** A question before a form is sent, such as what it would erase. */
export interface FormQuestion {
  title: ReactNode
  text: ReactNode
  confirmLabel: ReactNode
}

/** The answer was no: the form stays open, without an error. */
class DeclinedError extends Error {}

/**
 * An editor: a window with the fields of one endpoint. `submit` sends them; when it resolves, the
 * window closes. Closing asks first when there are changes, whether by a button, Escape, Back or a
 * reload. The end of a session and the link to the first site do not ask: with `draft` the window
 * is restored.
 */
export function FormModal<Values extends FieldValues, Schema extends v.GenericSchema>({
  draft,
  ...props
}: FormModalProps<Values, Schema>) {
  const owner = useDraftOwner()
  const key = draft === undefined || !owner ? undefined : { name: draft, owner }
  // Another user, who has logged in in another window, must not continue with these values.
  return <OwnFormModal<Values, Schema> key={JSON.stringify(owner)} {...props} draft={key} />
}

function OwnFormModal<Values extends FieldValues, Schema extends v.GenericSchema>({
  title,
  fields,
  submitLabel,
  isDanger = false,
  failedTitle,
  withoutReason,
  ask,
  aside,
  placeholder,
  onClose,
  submit,
  ...options
}: Omit<FormModalProps<Values, Schema>, 'draft'> & { draft: DraftKey | undefined }) {
  const [asked, setAsked] = useState<{ question: FormQuestion; answer: (isYes: boolean) => void }>()
  const form = useSchemaForm<Values, Schema>({
    ...options,
    editedNames: fields.flatMap((field) => editedName(field) ?? []),
    secrets: fields.flatMap((field) => (field.type === 'password' ? [field.name] : [])),
    submit: async (input, once) => {
      const question = await ask?.(input)
      if (question) {
        const isYes = await new Promise<boolean>((answer) => setAsked({ question, answer }))
        setAsked(undefined)
        if (!isYes) throw new DeclinedError()
      }
      await submit(input, once)
      unsaved.leave()
    },
  })
  const unsaved = useUnsavedQuestion({
    isDirty: form.isDirty,
    isKept: options.draft !== undefined,
    onLeave: onClose,
    onDiscard: form.discard,
    text: <Trans>Your changes have not been saved.</Trans>,
  })
  const conflicts = {
    id: form.id,
    conflicts: form.conflicts,
    fields,
    values: form.values,
    onTakeTheirs: form.takeTheirs,
  }
  const failure = form.failure instanceof DeclinedError ? undefined : form.failure
  return (
    <KeptAsDraft value={options.draft !== undefined}>
      <Modal isOpen onClose={unsaved.close} title={title} shape={aside ? 'wide' : 'window'}>
        <ModalBody>
          {options.values === undefined ? (
            placeholder
          ) : (
            <form {...form.props} className={aside && styles.withAside}>
              <Stack>
                <FormNotices form={{ ...form, failure }} failed={failedTitle} withoutReason={withoutReason} />
                <FormConflicts {...conflicts} />
                <FormFields
                  form={form}
                  fields={fields}
                  below={(name) => <FieldConflict {...conflicts} name={name} />}
                />
              </Stack>
              {aside && <div className={styles.aside}>{aside(form.values)}</div>}
            </form>
          )}
        </ModalBody>
        {options.values !== undefined && (
          <ModalFooter>
            <Button onClick={unsaved.close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={form.id} kind={isDanger ? 'danger' : 'primary'} busy={form.isBusy}>
              {submitLabel ?? <Trans>Save</Trans>}
            </Button>
          </ModalFooter>
        )}
      </Modal>
      {asked && (
        <ConfirmModal
          isOpen
          onClose={() => asked.answer(false)}
          onConfirm={() => asked.answer(true)}
          title={asked.question.title}
          confirmLabel={asked.question.confirmLabel}
          cancelLabel={<Trans>Keep editing</Trans>}
          isDanger
        >
          {asked.question.text}
        </ConfirmModal>
      )}
      {unsaved.question}
    </KeptAsDraft>
  )
}

interface UnsavedQuestionOptions {
  /** Closing would lose changes. */
  isDirty: boolean
  /** Changes are kept as a draft where the window is left to add the first site. */
  isKept?: boolean
  /** Closes the window. */
  onLeave: () => void
  /** Discards the changes before the window closes. */
  onDiscard?: () => void
  /** What would be lost. */
  text: ReactNode
}

/**
 * Asks before a window with unsaved changes is closed by a button or Escape, or left by Back or a
 * reload. The end of a session, which leads to the login, does not ask.
 * @returns `close`, which asks where necessary; `leave`, which never asks; and the question, to be
 *   rendered beside the window
 */
export function useUnsavedQuestion({
  isDirty,
  isKept = false,
  onLeave,
  onDiscard,
  text,
}: UnsavedQuestionOptions) {
  const isLeaving = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const shouldBlockFn = useCallback(
    ({ next }: { next: { pathname: string; search: object } }) =>
      isDirty && !isLeaving.current && next.pathname !== '/login' && !(isKept && isNewSite(next)),
    [isDirty, isKept],
  )
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: () => isDirty && !isLeaving.current,
    withResolver: true,
  })
  const leave = () => {
    isLeaving.current = true
    onLeave()
  }
  const keepEditing = () => {
    setAsking(false)
    blocker.reset?.()
  }
  const discard = () => {
    onDiscard?.()
    setAsking(false)
    if (blocker.status === 'blocked') blocker.proceed()
    else leave()
  }
  return {
    close: () => (isDirty ? setAsking(true) : leave()),
    leave,
    question: (
      <ConfirmModal
        isOpen={isAsking || blocker.status === 'blocked'}
        onClose={keepEditing}
        onConfirm={discard}
        title={<Trans>Close without saving?</Trans>}
        confirmLabel={<Trans>Discard</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        isDanger
      >
        {text}
      </ConfirmModal>
    ),
  }
}

/**
 * The row of an editor: as it was when the window opened, or as another user has changed it since.
 * Submissions are based on that row, so that no change is silently overwritten.
 * @param row undefined while it is being fetched, or for a new one
 */
export function useEditedRow<Row extends { last_modified: string }, Values>(
  row: Row | undefined,
  schema: v.GenericSchema<unknown, Row>,
  valuesOf: (row: Row) => Values,
) {
  const [known, setKnown] = useState(row)
  if (!known && row) setKnown(row)
  const onChangedMeanwhile = (current: unknown) => {
    const changed = v.parse(schema, current)
    setKnown(changed)
    return valuesOf(changed)
  }
  return {
    known,
    /** The form's own options. */
    form: { values: known && valuesOf(known), onChangedMeanwhile },
    headers: known ? { 'if-match': `"${known.last_modified}"` } : {},
  }
}

/**
 * The owner of a draft: the logged-in person, in the client that they work in. Undefined outside
 * the session's pages.
 */
function useDraftOwner(): DraftOwner | undefined {
  const chosen = useChosenClient()
  const person = useMatch({
    from: '/_app',
    shouldThrow: false,
    select: ({ context }) => context.session.profile,
  })
  return person && { userId: person.id, clientId: chosen ?? person.client_id }
}
