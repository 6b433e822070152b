import { Badge } from '@gatehouse/ui/core/badge'
import { Card } from '@gatehouse/ui/core/card'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { HealthState } from '@gatehouse/validation/endpoints/system-health'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { stateBadges, stateLabels } from './health-words.ts'

interface HealthCardProps {
  title: ReactNode
  state: HealthState
  facts?: ComponentProps<typeof Facts>['facts']
  /** What the user has to do, by state. */
  advice?: Partial<Record<HealthState, ReactNode>>
}

/** One part of the system: its state, its facts, and what to do. */
export function HealthCard({ title, state, facts, advice }: HealthCardProps) {
  const { t } = useLingui()
  return (
    <Card title={title} aside={<Badge kind={stateBadges[state]}>{t(stateLabels[state])}</Badge>}>
      <Stack>
        {facts && facts.length > 0 && <Facts facts={facts} />}
        {advice?.[state] && <p>{advice[state]}</p>}
      </Stack>
    </Card>
  )
}
