import type { HostAnswer } from '@gatehouse/validation/vocabulary'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** What a host can answer to a visitor. */
export const hostAnswerLabels: Record<HostAnswer, MessageDescriptor> = {
  on_my_way: msg`On my way`,
  sending_somebody: msg`I am sending somebody`,
  not_here: msg`Not here today`,
}
