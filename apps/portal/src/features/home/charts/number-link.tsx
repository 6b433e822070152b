import { useNumber } from '../../../lib/use-number.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Link } from '@tanstack/react-router'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import type { checkInsSearch } from '../dashboard/log-links.ts'
import type { DashboardResponse } from '../dashboard/queries.ts'

export interface ChartProps {
  response: DashboardResponse
  /** The log belongs to one client. */
  canOpenLog: boolean
}

interface NumberLinkProps {
  count: number
  /** What is counted, for a screen reader. */
  name: string
  /** The search of the log that lists it. */
  search: ReturnType<typeof checkInsSearch> | false | undefined
}

/** A number of a table that links to what it counts in the log. */
export function NumberLink({ count, name, search }: NumberLinkProps) {
  const text = useNumber()(count)
  const linkState = useChildPageState()
  if (!search || count === 0) return text
  return (
    <Link
      to="/access_log"
      search={search}
      state={linkState}
      className={linkClass({ quiet: true })}
      aria-label={`${text}, ${name}`}
    >
      {text}
    </Link>
  )
}
