import type { HostAnswer } from '@gatehouse/validation/vocabulary'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** The replies of a host to a visitor. */
export const hostAnswerLabels: Record<HostAnswer, MessageDescriptor> = {
  on_my_way: msg`On my way`,
  sending_somebody: msg`I am sending someone`,
  not_here: msg`Not here today`,
}
