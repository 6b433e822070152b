import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import styles from './method-cells.module.css'
import { deviceStateKinds, deviceStateNames, deviceStateOf, statusNames, statusOf } from './method-words.ts'

/** Its status, its kiosks' unsent sign-ins, and whether a limit refuses guests. */
export function MethodStates({ method }: { method: SignInMethod }) {
  return (
    <span className={styles.states}>
      <MethodStatus method={method} />
      <WaitingSignIns method={method} />
      {method.limited.length > 0 && (
        <StatusDot kind="caution">
          <Trans>Limited</Trans>
        </StatusDot>
      )}
    </span>
  )
}

/** The connection of an enabled device. */
function MethodStatus({ method }: { method: SignInMethod }) {
  const { t } = useLingui()
  const status = statusOf(method)
  if (status === 'enabled' && method.type === 'device') {
    const state = deviceStateOf(method)
    return <StatusDot kind={deviceStateKinds[state]}>{t(deviceStateNames[state])}</StatusDot>
  }
  const kind = status === 'enabled' ? 'good' : status === 'disabled' ? 'caution' : 'info'
  return <StatusDot kind={kind}>{t(statusNames[status])}</StatusDot>
}

/** The unsent sign-ins that a method's kiosks have stored. */
function WaitingSignIns({ method }: { method: Pick<SignInMethod, 'waiting'> }) {
  const count = method.waiting
  if (count === 0) return null
  return (
    <StatusDot kind="caution">
      <Plural value={count} one="# waiting" other="# waiting" />
    </StatusDot>
  )
}

/** The public key, spaced so that it can be read aloud. Empty for a retired method. */
export function MethodKey({ value }: { value: string | null }) {
  return value !== null && <code className={styles.key}>{value}</code>
}
