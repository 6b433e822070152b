import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { useLingui } from '@lingui/react/macro'
import styles from './method-cells.module.css'
import { statusNames, statusOf, typeNames } from './method-words.ts'

export function TypeName({ type }: Pick<SignInMethod, 'type'>) {
  const { t } = useLingui()
  return t(typeNames[type])
}

export function MethodStatus({ method }: { method: Pick<SignInMethod, 'enabled' | 'retired_at'> }) {
  const { t } = useLingui()
  const status = statusOf(method)
  const kind = status === 'enabled' ? 'good' : status === 'disabled' ? 'caution' : 'info'
  return <StatusDot kind={kind}>{t(statusNames[status])}</StatusDot>
}

/** The public key, spaced so that it can be read aloud. Nothing for a retired method. */
export function MethodKey({ value }: { value: string | null }) {
  return value !== null && <code className={styles.key}>{value}</code>
}
