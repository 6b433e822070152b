import type { BanState, ExceptionState } from '@gatehouse/validation/endpoints/bans'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const banStateLabels: Record<BanState, MessageDescriptor> = {
  in_force: msg`In force`,
  coming: msg`To come`,
  over: msg`Ended`,
}

export const exceptionStateLabels: Record<ExceptionState, MessageDescriptor> = {
  waiting: msg`Waiting for a second person`,
  granted: msg`May come in`,
  refused: msg({ message: 'Refused', context: 'a sign-in' }),
  over: msg`Ended`,
  expired: msg`Nobody decided in time`,
}
