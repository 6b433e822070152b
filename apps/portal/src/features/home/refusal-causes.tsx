import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { linkClass } from '@gatehouse/ui/core/link'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { logSearch } from './dashboard/log-links.ts'
import type { DashboardResponse } from './dashboard/queries.ts'
import styles from './refusal-causes.module.css'

interface RefusalCausesProps {
  response: DashboardResponse
  canOpenLog: boolean
}

/**
 * The number of refusals by cause, without zeros, in short: high and low are temperatures. Each links
 * to its entries in the log.
 */
export function RefusalCauses({ response, canOpenLog }: RefusalCausesProps) {
  const { t } = useLingui()
  const linkState = useChildPageState()
  const { banned, high, low, failed_answer: failed } = response.data.refused
  if (banned + high + low + failed === 0) return <Trans>no one in this period</Trans>
  const causes: Record<keyof Dashboard['refused'], ReactNode> = {
    failed_answer: <Plural value={failed} one="# by answer" other="# by answer" />,
    high: <Plural value={high} one="# high" other="# high" />,
    low: <Plural value={low} one="# low" other="# low" />,
    banned: <Plural value={banned} one="# banned" other="# banned" />,
  }
  /** For screen readers, which read the links without their figure. */
  const names: Partial<Record<keyof Dashboard['refused'], string>> = {
    high: t`${plural(high, { one: '# high temperature', other: '# high temperatures' })}`,
    low: t`${plural(low, { one: '# low temperature', other: '# low temperatures' })}`,
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
            aria-label={names[result]}
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
