import { Badge } from '@gatehouse/ui/core/badge'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'

interface StateBadgeProps extends Pick<ComponentProps<typeof Badge>, 'kind'> {
  text: MessageDescriptor
}

/** A state with a one-word text. */
export function StateBadge({ kind, text }: StateBadgeProps) {
  const { t } = useLingui()
  return <Badge kind={kind}>{t(text)}</Badge>
}
