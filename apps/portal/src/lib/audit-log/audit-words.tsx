import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { actionLabels } from './action-labels.ts'

/** What was done, in words; the code where a newer server knows more. */
export function useActionLabel(): (action: string) => string {
  const { t } = useLingui()
  const labels: Record<string, MessageDescriptor | undefined> = actionLabels
  return (action) => {
    const label = labels[action]
    return label ? t(label) : action
  }
}

/** Who did something. */
export function Actor({ actor: { kind, name } }: Pick<AuditEntry, 'actor'>) {
  if (kind === 'key') return <Trans>API key {name}</Trans>
  if (name) return name
  if (kind === 'system') return <Trans>The system</Trans>
  if (kind === 'staff') return <Trans>Somebody who runs the installation</Trans>
  return kind === 'device' ? <Trans>A device</Trans> : <Trans>A visitor</Trans>
}
