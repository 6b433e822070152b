import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { useQuery } from '@tanstack/react-query'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useErrorMessage } from '../../lib/errors.ts'
import styles from './method-list.module.css'
import { methodsQuery, recoveryCodesQuery } from './queries.ts'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

interface MethodListProps {
  onSetUp: () => void
  onTurnOff: () => void
  onRenewCodes: () => void
}

/** An account's second factors, and the actions for each. */
export function MethodList({ onSetUp, onTurnOff, onRenewCodes }: MethodListProps) {
  const methods = useQuery(methodsQuery)
  const reasonOf = useErrorMessage()
  if (methods.isPending) return <Skeleton height={96} />
  if (methods.isError) {
    return (
      <FailedState
        title={<Trans>Could not get two-step authentication methods</Trans>}
        retryLabel={<Trans>Retry</Trans>}
        onRetry={() => void methods.refetch()}
        isBusy={methods.isFetching}
      >
        {reasonOf(methods.error)}
      </FailedState>
    )
  }
  const isOn = methods.data.some(({ type }) => type === 'totp')
  return (
    <Stack gap={16}>
      <p>
        <Trans>
          With two-step authentication you log in with your password and a code from an app on your phone.
        </Trans>
      </p>
      <ul className={styles.methods}>
        <Method
          name={<Trans>Authenticator app</Trans>}
          state={
            isOn ? <StateBadge kind="good" text={msg`On`} /> : <StateBadge kind="neutral" text={msg`Off`} />
          }
          actions={
            isOn ? (
              <>
                <Button size="small" onClick={onSetUp}>
                  <Trans>Change app</Trans>
                </Button>
                <Button size="small" onClick={onTurnOff}>
                  <Trans>Turn off</Trans>
                </Button>
              </>
            ) : (
              <Button size="small" kind="primary" onClick={onSetUp}>
                <Trans>Set up</Trans>
              </Button>
            )
          }
        />
        {isOn && <CodesMethod onRenewCodes={onRenewCodes} />}
      </ul>
    </Stack>
  )
}

function CodesMethod({ onRenewCodes }: Pick<MethodListProps, 'onRenewCodes'>) {
  const codes = useQuery(recoveryCodesQuery)
  const reasonOf = useErrorMessage()
  const name = <Trans>Recovery codes</Trans>
  if (codes.isPending) return <Method name={name} state={<Skeleton width="80px" />} />
  if (codes.isError) {
    return (
      <Method
        name={name}
        state={<StateBadge kind="danger" text={msg`Could not get recovery codes`} />}
        actions={
          <Button size="small" busy={codes.isFetching} onClick={() => void codes.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        <p>{reasonOf(codes.error)}</p>
      </Method>
    )
  }
  const set = codes.data?.pending === false ? codes.data : undefined
  return (
    <Method
      name={name}
      state={<CodesState remaining={set?.remaining} />}
      actions={
        <Button size="small" onClick={onRenewCodes}>
          {set ? <Trans>New codes</Trans> : <Trans>Create codes</Trans>}
        </Button>
      }
    >
      {set && (
        <details className={styles.details}>
          <summary>
            <Trans>Show which are used</Trans>
          </summary>
          <ol className={styles.masked} translate="no">
            {set.recoveryCodes.map((code, at) => (
              <li key={at}>
                {set.used[at] ? (
                  <>
                    <s>
                      <code>{code}</code>
                    </s>{' '}
                    <Trans>used</Trans>
                  </>
                ) : (
                  <code>{code}</code>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </Method>
  )
}

/** Below this many, new ones are recommended. */
const FEW = 3

function CodesState({ remaining }: { remaining: number | undefined }) {
  if (remaining === undefined) {
    return <StateBadge kind="caution" text={msg`None`} />
  }
  return (
    <Badge kind={remaining < FEW ? 'caution' : 'good'}>
      <Plural value={remaining} one="# left" other="# left" />
    </Badge>
  )
}

interface MethodProps {
  name: ReactNode
  state: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

function Method({ name, state, actions, children }: MethodProps) {
  return (
    <li className={styles.method}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {state}
      </div>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}
