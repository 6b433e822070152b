import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { useNumber } from '../../lib/use-number.ts'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { Badge } from '@gatehouse/ui/core/badge'
import { linkClass } from '@gatehouse/ui/core/link'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Cell, HeadCell, SkeletonRows, Table, TableRow } from '@gatehouse/ui/staff/table'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { sortSites } from './figures.ts'
import { HomeSection } from './latest-section.tsx'
import styles from './sites-now.module.css'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

/** As many as fit beside the latest events. */
const SHOWN_SITES = 5

interface SitesNowProps {
  sites: Dashboard['sites'] | undefined
  /** The running musters. */
  musters: Muster[]
  /** Whether there are more sites than these. */
  hasMore: boolean
  canOpenList: boolean
}

/** The people on the sites with most of them, with links to the list and the board. */
export function SitesNow({ sites, musters, hasMore, canOpenList }: SitesNowProps) {
  const { t } = useLingui()
  const linkState = useChildPageState()
  const number = useNumber()
  const drillAt = new Map(musters.map(({ site_id, drill }) => [site_id, drill]))
  const ofSeveral = sites?.some(({ client_name }) => client_name !== null) ?? false
  return (
    <HomeSection
      title={<Trans>On site now, by site</Trans>}
      link={
        (hasMore || (sites?.length ?? 0) > SHOWN_SITES) && (
          <Link to="/site_management" state={linkState} className={linkClass()}>
            <Trans>All sites</Trans>
          </Link>
        )
      }
    >
      {sites?.length === 0 ? (
        <EmptyState level={3} title={<Trans>No sites yet</Trans>}>
          <Trans>Sites you have access to appear here.</Trans>
        </EmptyState>
      ) : (
        <Table
          caption={t`On site now, by site`}
          head={
            <>
              <HeadCell>{t`Site`}</HeadCell>
              {ofSeveral && <HeadCell>{t`Client`}</HeadCell>}
              <HeadCell align="end">{t`People`}</HeadCell>
              <HeadCell align="end">{t`Visits`}</HeadCell>
              <HeadCell>{t`State`}</HeadCell>
              <HeadCell isHidden>{t`Board`}</HeadCell>
            </>
          }
        >
          {sites === undefined ? (
            <SkeletonRows rows={4} columns={Array.from({ length: 5 }, () => ({}))} />
          ) : (
            sortSites(sites, drillAt)
              .slice(0, SHOWN_SITES)
              .map((site) => (
                <TableRow key={site.id} status={statusOf(drillAt.get(site.id))}>
                  <Cell isTitle>
                    {canOpenList ? (
                      <Link
                        to="/checked_in_users"
                        search={{ site: site.id }}
                        state={linkState}
                        className={linkClass()}
                      >
                        {site.name}
                      </Link>
                    ) : (
                      site.name
                    )}
                  </Cell>
                  {ofSeveral && <Cell label={t`Client`}>{site.client_name}</Cell>}
                  <Cell label={t`People`} align="end">
                    {number(site.people)}
                  </Cell>
                  <Cell label={t`Visits`} align="end">
                    {number(site.visits)}
                  </Cell>
                  <Cell label={t`State`}>
                    <State site={site} drill={drillAt.get(site.id)} />
                  </Cell>
                  <Cell isAction>
                    <a href={`/board?site=${site.id}`} className={styles.board}>
                      <LayoutGrid size={16} aria-hidden="true" />
                      <span>
                        <Trans>Board</Trans>
                        <VisuallyHidden> {site.name}</VisuallyHidden>
                      </span>
                    </a>
                  </Cell>
                </TableRow>
              ))
          )}
        </Table>
      )}
    </HomeSection>
  )
}

/** @param drill whether the running muster is a drill; undefined without a muster */
const statusOf = (drill: boolean | undefined) =>
  drill === undefined ? undefined : drill ? ('info' as const) : ('danger' as const)

function State({ site, drill }: { site: Dashboard['sites'][number]; drill: boolean | undefined }) {
  if (drill === undefined && site.overdue === 0) {
    return (
      <span className={styles.quiet}>
        {site.visits === 0 ? <Trans>No one</Trans> : <Trans>No one overdue</Trans>}
      </span>
    )
  }
  return (
    <span className={styles.state}>
      {drill === false && <StateBadge kind="danger" text={msg`Evacuation`} />}
      {drill && <StateBadge kind="info" text={msg`Evacuation drill`} />}
      {site.overdue > 0 && (
        <Badge kind="caution">
          <Plural value={site.overdue} one="# overdue" other="# overdue" />
        </Badge>
      )}
    </span>
  )
}
