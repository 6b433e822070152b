import { formatCalendarDay } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Badge } from '@gatehouse/ui/core/badge'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { Trans } from '@lingui/react/macro'

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
    <Badge kind="caution">
      <Trans>Archived</Trans>
    </Badge>
  )
}
