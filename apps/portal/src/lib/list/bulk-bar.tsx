import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import type { Selection } from '@gatehouse/ui/list/use-selection.ts'
import { SelectionBar } from '@gatehouse/ui/staff/toolbar'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { offeredActions } from './bulk-actions.ts'
import { toastError } from '../toast-error.tsx'
import styles from './bulk-bar.module.css'
import type {
  BulkAction,
  BulkAnswer,
  BulkQuestionProps,
  BulkRequest,
  ListBulk,
  ListDeclaration,
} from './list-declaration.ts'
import { clientOf, clientsOfAll, ClientsOfRows } from './clients-of-rows.tsx'
import type { ListResponse } from './list-query.ts'
import { rowName } from './list-rows.tsx'
import { filtersOf, type ListEndpoint, type ListRow } from './list-search.ts'
import { lazyPart, lazyWindow } from '../lazy-part.tsx'

export interface BulkBarProps<E extends ListEndpoint> {
  list: ListDeclaration<E>
  bulk: ListBulk<E>
  response: ListResponse<E>
  selection: Selection
  person: Profile
}

export interface BulkDone<E extends ListEndpoint> {
  request: BulkRequest
  result: BulkAnswer
  /** The changed rows, as they were before. */
  changed: readonly ListRow<E>[]
  /** The names of the blocked rows, by their ids. */
  names: ReadonlyMap<string, string>
}

/** The number of ticked rows, the actions for them, and the result of the last action. */
export function BulkBar<E extends ListEndpoint>({
  list,
  bulk,
  response,
  selection,
  person,
}: BulkBarProps<E>) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { items, total } = response.data
  const renew = () => queryClient.invalidateQueries({ queryKey: [list.endpoint.path] })
  const place = useRef<HTMLSpanElement>(null)
  const focusList = () => focusHeading(place.current)
  const [blocked, setBlocked] = useState<BulkRequest>()
  const run = useMutation({
    mutationFn: async (request: BulkRequest): Promise<BulkDone<E>> => {
      const result = await bulk.run(request)
      const stayed = new Set([...result.blocked.map(({ id }) => id), ...(result.unchanged ?? [])])
      const ticked = 'ids' in request ? items.filter(({ id }) => request.ids.includes(id)) : []
      return {
        request,
        result,
        changed: ticked.filter(({ id }) => !stayed.has(id)),
        names: new Map(items.map((row) => [row.id, rowName(list, row)])),
      }
    },
    // Blocked rows can be tried again.
    onSuccess: ({ request, result }) => {
      selection.onChange(Object.fromEntries(result.blocked.map(({ id }) => [id, true])))
      setBlocked(result.blocked.length > 0 ? request : undefined)
    },
    onError: toastError,
    onSettled: renew,
  })
  const isWholePage = items.length > 0 && selection.ids.length === items.length
  const ticked = items.filter(({ id }) => selection.selected[id])
  // For all matching rows, the page knows too few to count.
  const countFor = ({ isFor }: BulkAction<E>) =>
    selection.isAllMatching || !isFor ? selection.count : ticked.filter((row) => isFor(row, person)).length
  const offered = offeredActions(bulk, response.query, person)
    .map((action) => ({ action, count: countFor(action) }))
    .filter(({ count }) => count > 0)
  const [asked, setAsked] = useState<BulkAction<E>>()
  const start = (action: BulkAction<E>, fields?: Record<string, string>) =>
    run.mutate(
      {
        action: action.id,
        ...(fields && Object.keys(fields).length > 0 && { fields }),
        ...(selection.isAllMatching
          ? { matching: filtersOf(list.endpoint, response.query) }
          : { ids: selection.ids }),
      },
      // Where it is refused, the selection stays.
      { onSuccess: () => setAsked(undefined) },
    )
  const ran = bulk.actions.find(({ id }) => id === run.data?.request.action)
  const hasClients = list.columns.some(({ id }) => id === 'client')
  const clientsOf = (rows: readonly ListRow<E>[]) =>
    hasClients ? [...new Set(rows.flatMap((row) => clientOf(row) ?? []))] : []
  const clients = selection.isAllMatching ? [] : clientsOf(ticked)
  // All matching rows can be thousands, more than can be undone, so the number is confirmed first;
  // also for rows of several clients.
  const choose = (action: BulkAction<E>) =>
    action.question || action.isDanger || selection.isAllMatching || clients.length > 1
      ? setAsked(action)
      : start(action)
  const filters = filtersOf(list.endpoint, response.query)
  const matched = useQuery({
    queryKey: [list.endpoint.path, 'clients', filters],
    queryFn: ({ signal }) => clientsOfAll(list.endpoint, filters, signal),
    enabled: hasClients && selection.isAllMatching && asked !== undefined,
    gcTime: 0,
  })
  const affected = selection.isAllMatching ? [] : ticked.filter((row) => asked?.isFor?.(row, person) ?? true)
  const question = asked && {
    action: t(asked.label),
    count: countFor(asked),
    rows: selection.isAllMatching ? [] : ticked,
    clients: hasClients && selection.isAllMatching ? (matched.data ?? 'any') : clientsOf(affected),
    typed: blocked?.action === asked.id ? blocked.fields : undefined,
    isBusy: run.isPending,
    onRun: (fields: Record<string, string>) => start(asked, fields),
    onClose: () => setAsked(undefined),
  }
  const Question = asked?.question
  return (
    <>
      <span ref={place} className={selection.count > 0 ? styles.covering : undefined} />
      {run.data && ran && (
        <BulkOutcome
          key={run.submittedAt}
          action={ran}
          done={run.data}
          bulk={bulk}
          onUndone={renew}
          onClose={() => {
            focusList()
            run.reset()
          }}
        />
      )}
      {selection.count > 0 && (
        <SelectionBar
          summary={
            <>
              <Plural value={selection.count} one="# selected" other="# selected" />
              {clients.length > 1 && <span>{` · ${clients.join(', ')}`}</span>}
            </>
          }
        >
          {isWholePage && !selection.isAllMatching && total > items.length && (
            <Button size="small" kind="quiet" onClick={selection.selectAllMatching}>
              <Trans>Select all {t(bulk.things(total))}</Trans>
            </Button>
          )}
          {offered.map(({ action, count }) => (
            <Button
              key={action.id}
              size="small"
              kind={action.isDanger ? 'danger' : 'secondary'}
              busy={run.isPending && run.variables.action === action.id}
              onClick={() => choose(action)}
            >
              {count < selection.count ? `${t(action.label)} (${count})` : t(action.label)}
            </Button>
          ))}
          {offered.length === 0 && (
            <span>
              <Trans>No action is possible for this selection.</Trans>
            </span>
          )}
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              focusList()
              selection.clear()
            }}
          >
            <Trans>Clear</Trans>
          </Button>
        </SelectionBar>
      )}
      {asked &&
        question &&
        (Question ? (
          <Question {...question} />
        ) : (
          <ConfirmAll
            {...question}
            things={t(bulk.things(question.count))}
            effect={asked.effect && t(asked.effect(question.count, affected))}
          />
        ))}
    </>
  )
}

/**
 * When the focused button disappears, the title of the page gets the focus: it says where the user
 * is. The rows stay where they are.
 */
function focusHeading(inside: HTMLElement | null): void {
  const heading = inside?.closest('main')?.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Loaded with the first result. */
const BulkOutcome = lazyPart(() => import('./bulk-outcome.tsx'), 'BulkOutcome')

/** Loaded with the first action that asks. */
const ConfirmModal = lazyWindow(() => import('@gatehouse/ui/aria/modal'), 'ConfirmModal')

interface ConfirmAllProps extends BulkQuestionProps {
  effect: string | undefined
  /** Number and kind of the rows: "3 users". */
  things: string
}

/** Says how many rows an action affects, and how, before it runs. */
function ConfirmAll({ things, action, rows, effect, clients, isBusy, onRun, onClose }: ConfirmAllProps) {
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => onRun({})}
      isBusy={isBusy}
      title={action}
      confirmLabel={action}
      cancelLabel={<Trans>Cancel</Trans>}
      isDanger
    >
      <Stack>
        {rows.length === 0 ? (
          <p>
            <Trans>Applies to all matches: {things}.</Trans>
          </p>
        ) : (
          !effect && (
            <p>
              <Trans>Applies to {things}.</Trans>
            </p>
          )
        )}
        {effect && <p>{effect}</p>}
        <ClientsOfRows clients={clients} />
      </Stack>
    </ConfirmModal>
  )
}
