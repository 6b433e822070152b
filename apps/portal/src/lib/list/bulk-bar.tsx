import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import type { Selection } from '@gatehouse/ui/list/use-selection.ts'
import { SelectionBar } from '@gatehouse/ui/staff/toolbar'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useErrorMessage } from '../errors.ts'
import { toast } from '../toaster.ts'
import { blockedByReason } from './blocked-rows.ts'
import styles from './bulk-bar.module.css'
import type {
  BulkAction,
  BulkQuestionProps,
  BulkRequest,
  ListBulk,
  ListDeclaration,
} from './list-declaration.ts'
import type { ListResponse } from './list-query.ts'
import { rowName } from './list-rows.tsx'
import { filtersOf } from './list-address.ts'
import type { ListEndpoint, ListRow } from './list-search.ts'

interface BulkBarProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  bulk: ListBulk<E>
  response: ListResponse<E>
  selection: Selection
}

interface Done<E extends ListEndpoint> {
  request: BulkRequest
  result: BulkResult
  /** The ticked rows that went through, as they were before. */
  changed: readonly ListRow<E>[]
  /** What the blocked rows were called, by their ids. */
  names: ReadonlyMap<string, string>
}

/** How many rows are ticked, what can be done with them, and what the last action did. */
export function BulkBar<E extends ListEndpoint>({ list, bulk, response, selection }: BulkBarProps<E>) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorMessage = useErrorMessage()
  const { items, total } = response.data
  const renew = () => queryClient.invalidateQueries({ queryKey: [list.endpoint.path] })
  const fail = (error: Error) => void toast('error', errorMessage(error))
  // The focus stays here when the button that had it goes.
  const place = useRef<HTMLSpanElement>(null)
  const focusPlace = () => place.current?.focus()
  const run = useMutation({
    mutationFn: async (request: BulkRequest): Promise<Done<E>> => {
      const result = await bulk.run(request)
      const stayed = new Set(result.blocked.map(({ id }) => id))
      const ticked = 'ids' in request ? items.filter(({ id }) => request.ids.includes(id)) : []
      return {
        request,
        result,
        changed: ticked.filter(({ id }) => !stayed.has(id)),
        names: new Map(items.map((row) => [row.id, rowName(list, row)])),
      }
    },
    onSuccess: () => selection.clear(),
    onError: fail,
    onSettled: renew,
  })
  const undo = useMutation({
    mutationFn: async ({ request, changed }: Done<E>) => bulk.undo?.(request, changed),
    onSuccess: () => {
      focusPlace()
      run.reset()
    },
    onError: fail,
    onSettled: renew,
  })
  const isWholePage = items.length > 0 && selection.ids.length === items.length
  const [asked, setAsked] = useState<BulkAction>()
  const start = (action: BulkAction, fields?: Record<string, string>) =>
    run.mutate(
      {
        action: action.id,
        ...(fields && Object.keys(fields).length > 0 && { fields }),
        ...(selection.isAllMatching
          ? { matching: filtersOf(list.endpoint, response.query) }
          : { ids: selection.ids }),
      },
      { onSettled: () => setAsked(undefined) },
    )
  // All that match can be thousands, and a single undo does not bring them back, so the number is said first.
  const choose = (action: BulkAction) =>
    action.question || selection.isAllMatching ? setAsked(action) : start(action)
  const ran = bulk.actions.find(({ id }) => id === run.data?.request.action)
  const question = asked && {
    count: selection.count,
    isBusy: run.isPending,
    onRun: (fields: Record<string, string>) => start(asked, fields),
    onClose: () => setAsked(undefined),
  }
  const Question = asked?.question ?? ConfirmAll
  return (
    <>
      <span ref={place} tabIndex={-1} className={selection.count > 0 ? styles.covering : undefined} />
      {run.data && ran && (
        <BulkOutcome
          key={run.submittedAt}
          action={ran}
          done={run.data}
          onUndo={isUndoable(bulk, run.data) ? () => undo.mutate(run.data) : undefined}
          isUndoing={undo.isPending}
          onClose={() => {
            focusPlace()
            run.reset()
          }}
        />
      )}
      {selection.count > 0 && (
        <SelectionBar summary={<Plural value={selection.count} one="# selected" other="# selected" />}>
          {isWholePage && !selection.isAllMatching && total > items.length && (
            <Button size="small" kind="quiet" onClick={selection.selectAllMatching}>
              <Plural value={total} one="Select # matching row" other="Select all # matching rows" />
            </Button>
          )}
          {bulk.actions
            .filter(({ isOffered }) => isOffered?.(response.query) ?? true)
            .map((action) => (
              <Button
                key={action.id}
                size="small"
                kind={action.isDanger ? 'danger' : 'secondary'}
                busy={run.isPending && run.variables.action === action.id}
                onClick={() => choose(action)}
              >
                {t(action.label)}
              </Button>
            ))}
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              focusPlace()
              selection.clear()
            }}
          >
            <Trans>Clear</Trans>
          </Button>
        </SelectionBar>
      )}
      {asked && question && (
        <Suspense>
          <Question {...question} action={t(asked.label)} />
        </Suspense>
      )}
    </>
  )
}

function isUndoable<E extends ListEndpoint>(
  { undo, canUndo }: ListBulk<E>,
  { request, result, changed }: Done<E>,
): boolean {
  return undo !== undefined && result.done > 0 && (canUndo?.(request, changed) ?? true)
}

/** Fetched with the first action on all that match. */
const ConfirmModal = lazy(async () => ({
  default: (await import('@gatehouse/ui/aria/modal')).ConfirmModal,
}))

/** Says for how many rows an action is, before it is done. */
function ConfirmAll({ count, action, isBusy, onRun, onClose }: BulkQuestionProps) {
  const { t } = useLingui()
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => onRun({})}
      isBusy={isBusy}
      title={action}
      confirmLabel={action}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
      isDanger
    >
      <Plural
        value={count}
        one="This is for the # row that matches."
        other="This is for all # rows that match."
      />
    </ConfirmModal>
  )
}

interface BulkOutcomeProps {
  action: BulkAction
  done: Pick<Done<ListEndpoint>, 'result' | 'names'>
  onUndo: (() => void) | undefined
  isUndoing: boolean
  onClose: () => void
}

/** What went through, and which rows stayed as they were and why. */
function BulkOutcome({ action, done: { result, names }, onUndo, isUndoing, onClose }: BulkOutcomeProps) {
  const { t } = useLingui()
  // The button that was pressed is gone.
  const outcome = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => outcome.current?.focus(), [])
  const { done, blocked } = result
  const reasonOf = (code: string, message: string) => {
    const known = Object.entries(errorMessages).find(([name]) => name === code)
    return known ? t(known[1]) : message
  }
  return (
    <div ref={outcome} tabIndex={-1} role="group" aria-labelledby={titleId} className={styles.outcome}>
      <Notice
        kind={blocked.length > 0 ? 'caution' : 'good'}
        title={
          <span id={titleId}>{done === 0 ? <Trans>Nothing was changed</Trans> : t(action.done(done))}</span>
        }
        action={
          <>
            {onUndo && (
              <Button size="small" busy={isUndoing} onClick={onUndo}>
                <Trans>Undo</Trans>
              </Button>
            )}
            <Button size="small" kind="quiet" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </>
        }
      >
        {blockedByReason(blocked, names).map(({ code, message, rows, others: hidden }) => (
          <p key={code}>
            {rows.length + hidden}: {reasonOf(code, message)} {rows.join(', ')}{' '}
            {hidden > 0 && <Plural value={hidden} one="and # more" other="and # more" />}
          </p>
        ))}
      </Notice>
    </div>
  )
}
