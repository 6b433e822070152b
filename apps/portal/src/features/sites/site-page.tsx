import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChosenClient } from '../../lib/chosen-client.ts'
import { Failure } from '../../lib/failure.tsx'
import { useMayReadLog } from '../../lib/use-session.ts'
import { usePageBack } from '../../lib/page-stack.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { siteQuery } from './queries.ts'
import { SiteStatusBadge } from './site-cells.tsx'
import { SiteFacts, SiteOpeningHours, SiteTemperature, Hours } from './site-facts.tsx'
import { addressOf, isForPerson, partsOf, type SitePart, type SiteTab, siteTabs, tabOf } from './site-tabs.ts'
import styles from './site-page.module.css'
import { lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'
import { calendarDayIn } from '@gatehouse/i18n/format/zoned-times'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { useWatchedSites } from '../../lib/watch-sites.ts'

const waiting = <Skeleton height={160} />

const SiteMusterPoints = lazyPart(() => import('./site-muster-points.tsx'), 'SiteMusterPoints', waiting)
const SitePrivacy = lazyPart(() => import('./site-privacy.tsx'), 'SitePrivacy', waiting)
const SiteExternalApi = lazyPart(() => import('./site-external-api.tsx'), 'SiteExternalApi', waiting)
const ExternalApiModal = lazyWindow(() => import('./external-api-modal.tsx'), 'ExternalApiModal')
const SiteQuestions = lazyPart(() => import('./site-questions.tsx'), 'SiteQuestions', waiting)
const RowHistory = lazyPart(() => import('../../lib/audit-log/row-history.tsx'), 'RowHistory', waiting)
const SitePicture = lazyPart(() => import('./site-picture.tsx'), 'SitePicture', waiting)
const SitePictureModal = lazyWindow(() => import('./site-picture.tsx'), 'SitePictureModal')
const SiteRoles = lazyPart(() => import('./site-roles.tsx'), 'SiteRoles', waiting)
const EditSiteModal = lazyWindow(() => import('./site-modal.tsx'), 'EditSiteModal')
const HoursModal = lazyWindow(() => import('./site-limits-modal.tsx'), 'HoursModal')
const RetentionModal = lazyWindow(() => import('./retention-modal.tsx'), 'RetentionModal')
const TemperatureModal = lazyWindow(() => import('./site-limits-modal.tsx'), 'TemperatureModal')

interface SitePageProps {
  id: string
  /** The part in the URL. */
  part: SitePart
  canManage: boolean
  /** The site's sign-in methods, a separate feature. */
  methods: ReactNode
}

/** A site with its parts, each at its own URL. */
export function SitePage({ id, part, canManage, methods }: SitePageProps) {
  const { t } = useLingui()
  const { data: site, ...query } = useQuery(siteQuery(id))
  const back = usePageBack()
  // The site's outbound events and its history belong to one client.
  const isInClient = useMayReadLog()
  const chosen = useChosenClient()
  const [editing, setEditing] = useState<SitePart>()
  useTitle(site?.name ?? t`Site`)
  if (query.error && !site) {
    return (
      <>
        <PageHeader title={t`Site`} back={back} />
        <Failure
          title={<Trans>The site could not be loaded</Trans>}
          query={query}
          elsewhere={
            <Link to="/site_management" className={buttonClass({ kind: 'secondary' })}>
              <Trans>Show all sites</Trans>
            </Link>
          }
          hint={
            chosen !== undefined && (
              <Trans>If it is a site of another client, choose that client in the side bar first.</Trans>
            )
          }
        />
      </>
    )
  }
  if (!site) return <Skeleton height={320} />
  const close = () => setEditing(undefined)
  const chooseClient = (
    <EmptyState
      title={t`Choose a client`}
    >{t`Choose the client of this site in the side bar first.`}</EmptyState>
  )
  const panels: Record<SitePart, { label: ReactNode; panel: ReactNode; edit?: ReactNode }> = {
    details: {
      label: <Trans>Details</Trans>,
      panel: <SiteFacts site={site} />,
      edit: <EditSiteModal id={id} onClose={close} />,
    },
    methods: { label: <Trans>Methods</Trans>, panel: methods },
    picture: {
      label: <Trans>Kiosk picture</Trans>,
      panel: <SitePicture site={site} />,
      edit: <SitePictureModal site={site} onClose={close} />,
    },
    roles: { label: <Trans>Visitor roles</Trans>, panel: <SiteRoles siteId={id} canManage={canManage} /> },
    questions: {
      label: <Trans>Questions</Trans>,
      panel: <SiteQuestions siteId={id} canManage={canManage} />,
    },
    hours: {
      label: <Trans>Opening hours</Trans>,
      panel: <SiteOpeningHours site={site} />,
      edit: <HoursModal site={site} onClose={close} />,
    },
    temperature: {
      label: <Trans>Temperature limits</Trans>,
      panel: <SiteTemperature site={site} />,
      edit: <TemperatureModal site={site} onClose={close} />,
    },
    muster: {
      label: <Trans>Muster points</Trans>,
      panel: <SiteMusterPoints siteId={id} canManage={canManage} />,
    },
    privacy: {
      label: <Trans>Privacy</Trans>,
      panel: <SitePrivacy siteId={id} canManage={canManage} />,
      edit: <RetentionModal siteId={id} onClose={close} />,
    },
    'external-api': {
      label: <Trans>External API</Trans>,
      panel: isInClient ? <SiteExternalApi site={site} /> : chooseClient,
      edit: isInClient && <ExternalApiModal siteId={id} onClose={close} />,
    },
    history: {
      label: <Trans>History</Trans>,
      panel: isInClient ? <RowHistory id={id} timeZone={timeZoneOf(site.time_zone)} /> : chooseClient,
    },
  }
  const tabLabels: Record<SiteTab, ReactNode> = {
    details: panels.details.label,
    methods: panels.methods.label,
    visitors: <Trans>Visitors</Trans>,
    limits: <Trans>Hours and limits</Trans>,
    muster: panels.muster.label,
    data: <Trans>Privacy and data</Trans>,
  }
  const tab = tabOf(part)
  const parts = partsOf(tab, part, canManage)
  const editButton = (name: SitePart, isOnly: boolean) =>
    canManage &&
    panels[name].edit && (
      <Button kind={isOnly ? 'primary' : 'secondary'} onClick={() => setEditing(name)}>
        <Trans>Edit</Trans>
        {!isOnly && <VisuallyHidden> {panels[name].label}</VisuallyHidden>}
      </Button>
    )
  const panelOf = (name: SitePart) =>
    isForPerson(name, canManage) ? (
      panels[name].panel
    ) : (
      <EmptyState title={<Trans>This part is for administrators</Trans>}>
        <Trans>Only administrators see it. The other parts of the site are above.</Trans>
      </EmptyState>
    )
  const [only] = parts.length === 1 ? parts : []
  return (
    <>
      <PageHeader
        title={site.name}
        back={back}
        meta={<SiteStatusBadge status={site.status} />}
        description={site.address}
        action={only && editButton(only, true)}
      />
      <SiteNow site={site} />
      <nav aria-label={t`Parts of the site`} className={styles.tabs}>
        {siteTabs.map((name) => (
          <Link
            key={name}
            to="/site_management/$siteId/$tab"
            params={{ siteId: id, tab: addressOf(name) }}
            state={true}
            resetScroll={false}
            className={styles.tab}
            activeProps={noProps}
            aria-current={name === tab ? 'page' : undefined}
          >
            {tabLabels[name]}
          </Link>
        ))}
      </nav>
      {only ? (
        <section className={styles.panel}>{panelOf(only)}</section>
      ) : (
        parts.map((name) => (
          <section
            key={name}
            ref={name === part && name !== addressOf(tab) ? scrollToPart : undefined}
            aria-labelledby={`part-${name}`}
            className={styles.panel}
          >
            <div className={styles.head}>
              <h2 id={`part-${name}`}>{panels[name].label}</h2>
              {editButton(name, false)}
            </div>
            {panelOf(name)}
          </section>
        ))
      )}
      {editing && panels[editing].edit}
    </>
  )
}

/** A tab with several parts links to one of them, so its link is not always the current page. */
const noProps = {}

function scrollToPart(part: HTMLElement | null) {
  part?.scrollIntoView()
}

/** A site now: the people there, its methods, and today's hours. */
function SiteNow({ site }: { site: Site }) {
  const { t } = useLingui()
  useWatchedSites(site.id, () => queryClient.invalidateQueries(siteQuery(site.id)))
  const { on_site: visits, methods_online: online, methods_total: total } = site
  return (
    <ul aria-label={t`Now`} className={styles.now}>
      <li>
        <Trans>On site now</Trans>{' '}
        <strong>
          <Plural value={visits} one="# visit" other="# visits" />
        </strong>
      </li>
      <li>
        <Trans>Methods online</Trans>{' '}
        <strong>
          <Trans>
            {online} of {total}
          </Trans>
        </strong>
      </li>
      {site.opening_hours.length > 0 && (
        <li>
          <Trans>Open today</Trans>{' '}
          <strong>
            <Hours hours={hoursToday(site)} closed={t`Closed`} />
          </strong>
        </li>
      )}
    </ul>
  )
}

function hoursToday({ opening_hours, time_zone }: Site) {
  const day = new Date(calendarDayIn(new Date(), timeZoneOf(time_zone))).getUTCDay()
  // Sunday is 7, as in ISO 8601.
  return opening_hours.find((hours) => hours.day === (day || 7))
}
