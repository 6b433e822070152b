import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { actionLabels, targetLabels } from './action-labels.ts'

/** The text of an action; its code where a newer server sends others. */
export function useActionLabel(): (action: string) => string {
  const { t } = useLingui()
  const labels: Record<string, MessageDescriptor | undefined> = actionLabels
  return (action) => {
    const label = labels[action]
    return label ? t(label) : action
  }
}

/** The user of an entry. */
export function Actor({ actor: { kind, name } }: Pick<AuditEntry, 'actor'>) {
  if (kind === 'key') return <Trans>API key {name}</Trans>
  if (name) return name
  if (kind === 'system') return <Trans>The system</Trans>
  if (kind === 'staff')
    return name === '' ? <Trans>A person whose data was erased</Trans> : <Trans>Operator</Trans>
  return kind === 'device' ? <Trans>A device</Trans> : <Trans>A visitor</Trans>
}

/** The subject of an entry: its name, or its kind where it has none. */
export function useTargetName(): (target: AuditEntry['target']) => string {
  const { t } = useLingui()
  return ({ kind, name }) => {
    if (name) return name
    if (name === '') return t`A person whose data was erased`
    const label = targetLabels[kind]
    return label ? t(label) : kind
  }
}
