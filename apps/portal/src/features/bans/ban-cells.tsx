import { Badge } from '@gatehouse/ui/core/badge'
import type { Ban, BanState, ExceptionState } from '@gatehouse/validation/endpoints/bans'
import { Trans, useLingui } from '@lingui/react/macro'
import { Moment } from '../../lib/moment.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

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

export const nameOf = ({ first_name, last_name }: Pick<Ban, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

export function Until({ ban: { until, time_zone: timeZone } }: { ban: Ban }) {
  return until === null ? <Trans>No end date</Trans> : <Moment at={until} zone={timeZone} />
}

export function Place({ ban: { site } }: { ban: Ban }) {
  return site ?? <Trans>All sites</Trans>
}

export function State({ ban: { state, lifted, exceptions } }: { ban: Ban }) {
  const { t } = useLingui()
  if (state === 'in_force' && exceptions.some((one) => one.state === 'waiting'))
    return <StateBadge kind="caution" text={msg`Exception requested`} />
  if (state === 'in_force' && exceptions.some((one) => one.state === 'granted'))
    return <StateBadge kind="info" text={msg`Exception approved`} />
  return (
    <Badge kind={state === 'in_force' ? 'danger' : 'neutral'}>
      {lifted ? <Trans>Lifted</Trans> : t(banStateLabels[state])}
    </Badge>
  )
}
