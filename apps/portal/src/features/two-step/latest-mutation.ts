import { ApiError } from '@gatehouse/api-client/api-error'
import type { MessageDescriptor } from '@lingui/core'
import type { UseMutationResult } from '@tanstack/react-query'

export interface NamedMutation {
  // oxlint-disable-next-line typescript/no-explicit-any -- mutations of any input and output stand side by side
  mutation: UseMutationResult<any, Error, any>
  /** The title of its failure. */
  failedTitle: MessageDescriptor
}

export interface FailedMutation {
  title: MessageDescriptor
  error: Error
}

/**
 * The mutations of one view, of which one runs at a time. Only the latest one counts: its failure
 * replaces an earlier one. The server refuses some changes with `step_up_required` until the person
 * enters a code; then `stepUp` sends the same change again.
 */
export function latestMutation(mutations: readonly NamedMutation[]) {
  const [latest] = [...mutations].sort((one, other) => other.mutation.submittedAt - one.mutation.submittedAt)
  const error = latest?.mutation.error ?? undefined
  const isStepUp = error instanceof ApiError && error.code === 'step_up_required'
  return {
    isBusy: mutations.some(({ mutation }) => mutation.isPending),
    failed: latest && error && !isStepUp ? { title: latest.failedTitle, error } : undefined,
    stepUp:
      latest && isStepUp
        ? { retry: () => latest.mutation.mutate(latest.mutation.variables), cancel: latest.mutation.reset }
        : undefined,
  }
}
