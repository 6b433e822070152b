import { formatCalendarDay } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { Trans } from '@lingui/react/macro'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

export function Day({ day }: { day: string | null }) {
  const language = useLanguage()
  return day === null ? '–' : formatCalendarDay(day, language)
}

export function SiteStatusBadge({ status }: Pick<Site, 'status'>) {
  return status === 'active' ? (
    <StatusDot kind="good">
      <Trans>Active</Trans>
    </StatusDot>
  ) : (
    <StateBadge kind="caution" text={msg`Archived`} />
  )
}
