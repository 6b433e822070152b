import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { toastError } from '../toast-error.tsx'
import { toast } from '../toaster.ts'
import { blockedByReason } from './blocked-rows.ts'
import type { BulkDone } from './bulk-bar.tsx'
import styles from './bulk-outcome.module.css'
import { versionsOf } from './bulk-actions.ts'
import type { BulkAction, ListBulk } from './list-declaration.ts'
import type { ListEndpoint } from './list-search.ts'

/** Why a row was skipped, where the general text fits another request. */
const rowMessages: Partial<Record<ErrorCode, MessageDescriptor>> = {
  changed_meanwhile: msg`This has been changed.`,
  forbidden: msg`You don’t manage this.`,
  name_taken: msg`This name is now in use. Rename one of them first.`,
  not_found: msg`This no longer exists, or you don’t have access.`,
}

interface BulkOutcomeProps {
  action: Pick<BulkAction<ListEndpoint>, 'done'>
  done: Pick<BulkDone<ListEndpoint>, 'request' | 'result' | 'names'> & { changed: readonly { id: string }[] }
  bulk: Pick<ListBulk<ListEndpoint>, 'run' | 'inverse' | 'things'> & {
    actions: readonly Pick<BulkAction<ListEndpoint>, 'id' | 'done'>[]
  }
  /** Also called where an undo fails: a part of it may have succeeded. */
  onUndone: () => Promise<unknown>
  onClose: () => void
}

/** What succeeded, and which rows were skipped and why. */
export function BulkOutcome(props: BulkOutcomeProps) {
  const { action, done: ran, bulk, onUndone, onClose } = props
  const { result, names } = ran
  const { t } = useLingui()
  // The pressed button is gone.
  const outcome = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => outcome.current?.focus(), [])
  const { done, blocked, unchanged = [] } = result
  const undo = undoOf(props)
  const {
    mutate,
    isPending,
    data: undone,
  } = useMutation({
    mutationFn: async (run: () => Promise<BulkResult>) => run(),
    onSuccess: ({ done: count, blocked: left }) => {
      if (count > 0) toast('success', <UndoneText {...props} count={count} />)
      if (left.length === 0) onClose()
    },
    onError: toastError,
    onSettled: onUndone,
  })
  const stayed = undone?.blocked ?? []
  const isUndone = stayed.length > 0
  // The undo button is gone.
  useEffect(() => {
    if (isUndone) outcome.current?.focus()
  }, [isUndone])
  const reasonOf = (code: string, message: string) => {
    const known = Object.entries({ ...errorMessages, ...rowMessages }).find(([name]) => name === code)
    return known ? t(known[1]) : message
  }
  const reasons = (rows: BulkResult['blocked']) =>
    blockedByReason(rows, names).map(({ code, message, rows: known, others: hidden }) => (
      <p key={code}>
        <span>{known.length > 0 ? known.join(', ') : t(bulk.things(hidden))}</span>
        {known.length > 0 && hidden > 0 && (
          <span>
            {' '}
            <Plural value={hidden} one="and # more" other="and # more" />
          </span>
        )}
        <span>{`: ${reasonOf(code, message)}`}</span>
      </p>
    ))
  const close = (
    <Button size="small" kind="quiet" onClick={onClose}>
      <Trans>Close</Trans>
    </Button>
  )
  return (
    <div ref={outcome} tabIndex={-1} role="group" aria-labelledby={titleId} className={styles.outcome}>
      {isUndone ? (
        <Notice
          kind="caution"
          title={
            <span id={titleId}>
              <Trans>Not undone: {t(bulk.things(stayed.length))}</Trans>
            </span>
          }
          action={close}
        >
          {reasons(stayed)}
        </Notice>
      ) : (
        <Notice
          kind={blocked.length > 0 ? 'caution' : 'good'}
          title={
            <span id={titleId}>{done === 0 ? <Trans>Nothing was changed</Trans> : t(action.done(done))}</span>
          }
          action={
            <>
              {isPending && (
                <WaitingText>
                  <Trans>Undoing {t(bulk.things(done))}… This continues when you leave the page.</Trans>
                </WaitingText>
              )}
              {typeof undo === 'function' && (
                <Button size="small" busy={isPending} onClick={() => mutate(undo)}>
                  <Trans>Undo</Trans>
                </Button>
              )}
              {!isPending && close}
            </>
          }
        >
          {undo === 'too many' && (
            <p>
              <Trans>These are too many to undo here.</Trans>
            </p>
          )}
          {unchanged.length > 0 && (
            <p>
              <Plural
                value={unchanged.length}
                one="# was already like this."
                other="# were already like this."
              />
            </p>
          )}
          {reasons(blocked)}
        </Notice>
      )}
    </div>
  )
}

/** The result of an undo, in the text of the inverse action, where the list has one. */
function UndoneText({
  done: { request },
  bulk: { actions, inverse, things },
  count,
}: Pick<BulkOutcomeProps, 'done' | 'bulk'> & { count: number }) {
  const { t } = useLingui()
  const back = actions.find(({ id }) => id === inverse?.[request.action])
  if (back) return t(back.done(count))
  return <Trans>Undone for {t(things(count))}</Trans>
}

/**
 * The one call that undoes an action, if it can be undone. It returns how many rows it was for, and
 * which were skipped.
 */
function undoOf({
  done: { request, result, changed },
  bulk,
}: BulkOutcomeProps): (() => Promise<BulkResult>) | 'too many' | undefined {
  if (result.done === 0) return undefined
  const action = bulk.inverse?.[request.action]
  if (action === undefined) return result.takeBack
  const ids = result.undo
    ? Object.keys(result.undo)
    : 'ids' in request
      ? changed.map(({ id }) => id)
      : result.changed
  return ids ? () => bulk.run({ action, ids, ...versionsOf(ids, result.undo) }) : 'too many'
}
