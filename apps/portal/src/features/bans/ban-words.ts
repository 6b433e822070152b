import type { BanState, ExceptionState } from '@gatehouse/validation/endpoints/bans'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const banStateLabels: Record<BanState, MessageDescriptor> = {
  in_force: msg`Active`,
  coming: msg`Upcoming`,
  over: msg`Ended`,
}

export const exceptionStateLabels: Record<ExceptionState, MessageDescriptor> = {
  waiting: msg`Waiting for a second person`,
  granted: msg`Can sign in`,
  refused: msg({ message: 'Refused', context: 'a sign-in' }),
  over: msg`Ended`,
  expired: msg`Not decided in time`,
}
