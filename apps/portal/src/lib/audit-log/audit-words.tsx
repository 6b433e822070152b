import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { actionLabels, targetLabels } from './action-labels.ts'

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
  if (kind === 'staff')
    return name === '' ? <Trans>A person whose data was erased</Trans> : <Trans>Operator</Trans>
  return kind === 'device' ? <Trans>A device</Trans> : <Trans>A visitor</Trans>
}

/** What an entry is about: by its name, or what kind of thing it is where it has none. */
export function useTargetName(): (target: AuditEntry['target']) => string {
  const { t } = useLingui()
  return ({ kind, name }) => {
    if (name) return name
    if (name === '') return t`A person whose data was erased`
    const label = targetLabels[kind]
    return label ? t(label) : kind
  }
}
