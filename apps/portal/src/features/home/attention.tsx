import { classes } from '@gatehouse/ui/core/classes.ts'
import { type Kind, StatusIcon } from '@gatehouse/ui/core/status-icon'
import { Plural, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { logSearch, type DashboardResponse } from './dashboard/queries.ts'
import styles from './attention.module.css'

interface AttentionProps {
  response: DashboardResponse
  /** The log belongs to one client. */
  canOpenLog: boolean
}

interface Matter {
  id: string
  kind: Kind
  count: number
  text: ReactNode
  to?: Pick<LinkProps, 'to' | 'search'> | undefined
}

/**
 * What needs attention beside the figures, most urgent first; each item links to what it counts.
 */
export function Attention({ response, canOpenLog }: AttentionProps) {
  const { t } = useLingui()
  const linkState = useChildPageState()
  const { data, query } = response
  const { site } = query
  const { refused, devices, pending_users: pending } = data
  const matters: Matter[] = [
    {
      id: 'banned',
      kind: 'danger',
      count: refused.banned,
      text: (
        <Plural
          value={refused.banned}
          one="# attempt of a banned person"
          other="# attempts of banned people"
        />
      ),
      to: canOpenLog
        ? { to: '/access_log', search: logSearch(response, { event: 'refused', result: 'banned' }) }
        : undefined,
    },
    {
      id: 'offline',
      kind: 'caution',
      count: devices.offline,
      text: <Plural value={devices.offline} one="# device is offline" other="# devices are offline" />,
      to: { to: '/machine_management', search: { site, status: 'offline' } },
    },
    {
      id: 'pressure',
      kind: 'caution',
      count: devices.low_pressure,
      text: (
        <Plural
          value={devices.low_pressure}
          one="# device reports low pressure"
          other="# devices report low pressure"
        />
      ),
      to: { to: '/machine_management', search: { site, status: 'low_pressure' } },
    },
    {
      id: 'pending',
      kind: 'info',
      count: pending,
      text: <Plural value={pending} one="# account awaits approval" other="# accounts await approval" />,
      to: { to: '/user_management', search: { status: 'pending' } },
    },
  ]
  const open = matters.filter(({ count }) => count > 0)
  if (open.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t`Needs attention`}>
      {open.map(({ id, kind, text, to }) => (
        <li key={id}>
          <MatterFace kind={kind} to={to} state={linkState}>
            {text}
          </MatterFace>
        </li>
      ))}
    </ul>
  )
}

interface MatterFaceProps extends Pick<Matter, 'kind' | 'to'> {
  state: ReturnType<typeof useChildPageState>
  children: ReactNode
}

function MatterFace({ kind, to, state, children }: MatterFaceProps) {
  const className = classes(styles.matter, styles[kind])
  const face = (
    <>
      <StatusIcon kind={kind} size={16} />
      <span>{children}</span>
    </>
  )
  if (!to) return <span className={className}>{face}</span>
  return (
    <Link {...to} state={state} className={className}>
      {face}
    </Link>
  )
}
