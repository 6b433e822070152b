import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { linkClass } from '@gatehouse/ui/core/link'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import { logSearch } from '../dashboard/log-links.ts'
import type { DashboardResponse } from '../dashboard/queries.ts'
import styles from './refusal-causes.module.css'

interface RefusalCausesProps {
  response: DashboardResponse
  canOpenLog: boolean
}

/** The number of refusals by cause, without zeros. Each links to its entries in the log. */
export function RefusalCauses({ response, canOpenLog }: RefusalCausesProps) {
  const linkState = useChildPageState()
  const { banned, high, low, failed_answer: failed } = response.data.refused
  if (banned + high + low + failed === 0) return <Trans>no one in this period</Trans>
  const causes: Record<keyof Dashboard['refused'], ReactNode> = {
    failed_answer: <Plural value={failed} one="# by an answer" other="# by an answer" />,
    high: <Plural value={high} one="# high temperature" other="# high temperatures" />,
    low: <Plural value={low} one="# low temperature" other="# low temperatures" />,
    banned: <Plural value={banned} one="# banned" other="# banned" />,
  }
  const found = (['failed_answer', 'high', 'low', 'banned'] as const).filter(
    (result) => response.data.refused[result] > 0,
  )
  return (
    <span className={styles.causes}>
      {found.map((result) =>
        canOpenLog ? (
          <Link
            key={result}
            to="/access_log"
            search={logSearch(response, { event: 'refused', result })}
            state={linkState}
            className={linkClass({ quiet: true })}
          >
            {causes[result]}
          </Link>
        ) : (
          <span key={result}>{causes[result]}</span>
        ),
      )}
    </span>
  )
}
