import { formatDuration } from '@gatehouse/i18n/format/durations'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { useProfile } from '../../lib/use-session.ts'
import { managesPeople } from '../../lib/manages-people.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { exportPresenceEndpoint } from '@gatehouse/validation/endpoints/presence-export'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import { listPresentEndpoint, type PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { listLogRoleOptionsEndpoint } from '@gatehouse/validation/endpoints/access-log'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { msg, plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type BanSubject, toBanSubject } from '../../lib/ban-subject.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { Moment } from '../../lib/moment.tsx'
import { useWatchedSites } from '../../lib/watch-sites.ts'
import styles from './presence-list.module.css'
import { PresenceCount, PresenceFreshness } from './presence-summary.tsx'
import { changePresence, checkOut, renewPresence, undoCheckOut } from './queries.ts'
import { minutesOnSite } from './time-on-site.ts'
import { lazyButton, lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

/** Menus and windows load after the rows: their code is larger than the page. */
const PersonMenu = lazyButton(() => import('./person-menu.tsx'), 'PersonMenu')
const CheckOutQuestion = lazyWindow(() => import('./person-menu.tsx'), 'CheckOutQuestion')

const VisitAnswers = lazyPart(() => import('./visit-answers.tsx'), 'VisitAnswers')
const SignInModal = lazyWindow(() => import('./sign-in-modal.tsx'), 'SignInModal')

export const presenceList: ListDeclaration<typeof listPresentEndpoint> = {
  endpoint: listPresentEndpoint,
  title: msg`Checked In Users`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      // A person who is on site for longer than the client keeps names has none.
      cell: (person) => nameOf(person) || <Trans>Name deleted</Trans>,
      value: nameOf,
      onPhone: 'title',
    },
    {
      id: 'role',
      header: msg`Role`,
      cell: (person) => <Role person={person} />,
      value: ({ kind, role }) => `${kind} ${role ?? ''}`,
      priority: 4,
    },
    {
      id: 'site',
      header: msg`Site`,
      value: ({ site_name }) => site_name,
      priority: 3,
    },
    {
      id: 'method',
      header: msg`Method`,
      value: ({ method }) => method,
      priority: 7,
      onPhone: 'hidden',
    },
    {
      id: 'signed_in',
      header: msg`Signed in`,
      sort: 'signed_in_at',
      sortKind: 'time',
      cell: (person, { now }) => <SignedIn person={person} now={now} />,
    },
    {
      id: 'time_on_site',
      header: msg`Time on site`,
      // The length of a visit is unknown where the person is assumed to have left.
      cell: ({ signed_in_at: at, state }, { now }) =>
        state === 'assumed_left' ? '–' : <Stay signedInAt={at} now={now} />,
      align: 'end',
      priority: 5,
    },
    {
      id: 'mobile',
      header: msg`Mobile`,
      cell: ({ mobile, mobile_masked: isMasked }) =>
        mobile !== null && <MobileNumber mobile={mobile} isMasked={isMasked} />,
      value: ({ mobile }) => mobile,
      priority: 2,
    },
    {
      id: 'dependents',
      header: msg`Dependants`,
      value: ({ dependents }) => dependents,
      align: 'end',
      priority: 6,
    },
    {
      id: 'host',
      header: msg`Visiting`,
      value: ({ host }) => host,
      priority: 8,
      onPhone: 'labelled',
    },
    {
      id: 'state',
      header: msg`State`,
      cell: ({ state }) => <State state={state} />,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'kind',
      label: msg`Kind`,
      options: [
        { value: 'visitor', label: msg`Visitor` },
        { value: 'user', label: msg`Staff` },
      ],
    },
    { name: 'role', label: msg`Role`, searchedBy: listLogRoleOptionsEndpoint },
    {
      name: 'state',
      label: msg`State`,
      options: [
        { value: 'on_site', label: msg`On site` },
        { value: 'overdue', label: msg`Overdue` },
        { value: 'assumed_left', label: msg`Probably left` },
      ],
    },
  ],
  search: { label: msg`Search people`, placeholder: msg`Search by name, role or mobile` },
  empty: {
    title: msg`No one is on site`,
    text: msg`Visitors and staff appear here when they sign in.`,
  },
  noMatch: { title: msg`No one on site matches`, text: msg`Try another name, or fewer filters.` },
  count: ({ total, people }) => <PresenceCount visits={total} people={people} />,
  description: (data, error) => (
    <PresenceFreshness
      asOf={data.as_of}
      timeZone={timeZoneOf(data.time_zone)}
      refusedToday={data.refused_today}
      assumedLeft={data.assumed_left}
      waiting={data.waiting}
      failure={error}
    />
  ),
  drawer: 'columns',
  belowColumns: ({ id }) => <VisitAnswers id={id} />,
  bulk: {
    things: (count) => msg`${plural(count, { one: '# visit', other: '# visits' })}`,
    actions: [
      {
        id: checkOut,
        label: msg`Check out`,
        done: (count) =>
          msg`${plural(count, { one: '# visit was checked out', other: '# visits were checked out' })}`,
        isOffered: ({ state }) => state !== 'assumed_left',
        isFor: ({ can_check_out: canCheckOut }) => canCheckOut,
        question: CheckOutQuestion,
        isOfOneClient: true,
      },
    ],
    run: changePresence,
    inverse: { [checkOut]: undoCheckOut },
  },
  refetchMs: 10_000,
  export: {
    endpoint: exportPresenceEndpoint,
    title: msg`Export people on site`,
    name: 'people-on-site',
    exported: (rows) =>
      msg`${plural(rows, { one: '# visit was exported', other: '# visits were exported' })}`,
  },
}

interface PresencePageProps {
  /** The one site that the page shows. */
  siteId: string | undefined
  /** Opens the window that bans a person. */
  onBan: (subject: BanSubject) => void
}

/** Everyone who is on site. */
export function PresencePage({ siteId, onBan }: PresencePageProps) {
  const canManage = managesPeople(useProfile())
  const openWindow = useOpenWindow()
  useWatchedSites(siteId, renewPresence)
  return (
    <ListPage
      list={presenceList}
      rowActions={(person) => {
        const subject = person.can_manage ? toBanSubject(person) : undefined
        return (
          <PersonMenu
            person={person}
            name={nameOf(person) || person.id}
            onBan={subject && (() => onBan(subject))}
          />
        )
      }}
      more={
        <>
          {/* The board has what wardens need. */}
          <a
            href={siteId === undefined ? '/board' : `/board?site=${siteId}`}
            className={buttonClass({ kind: 'secondary' })}
          >
            <Trans>Start muster</Trans>
          </a>
          <Button onClick={() => openWindow({ edit: 'export' })}>
            <Trans>Export</Trans>
          </Button>
        </>
      }
      action={
        canManage && (
          <Button kind="primary" onClick={() => openWindow({ edit: 'sign-in' })}>
            <Trans>Sign a person in</Trans>
          </Button>
        )
      }
      windows={{ 'sign-in': canManage && ((close) => <SignInModal siteId={siteId} onClose={close} />) }}
    />
  )
}

function nameOf({ first_name, last_name }: PresentPerson): string {
  return `${first_name} ${last_name}`.trim()
}

function Role({ person: { kind, role } }: { person: PresentPerson }) {
  return (
    <span>
      {kind === 'visitor' ? <Trans>Visitor</Trans> : <Trans>Staff</Trans>}
      {role !== null && <span className={styles.quiet}> · {role}</span>}
    </span>
  )
}

/** In the site's own time. A kiosk without a network has sent it later. */
function SignedIn({ person, now }: { person: PresentPerson; now: number }) {
  const language = useLanguage()
  const { signed_in_at: time, signed_in_offline: isOffline, assumed_left_at: assumedAt } = person
  const timeZone = timeZoneOf(person.time_zone)
  return (
    <span className={styles.signedIn}>
      <Moment at={time} zone={person.time_zone} now={now} />
      {isOffline && <StateBadge kind="info" text={msg`Sent later`} />}
      {assumedAt !== null && (
        <span className={styles.quiet}>
          <Trans>Last known on site {formatSince(assumedAt, now, language, timeZone)}</Trans>
        </span>
      )}
    </span>
  )
}

function Stay({ signedInAt, now }: { signedInAt: string; now: number }) {
  return <span className={styles.whole}>{formatDuration(minutesOnSite(signedInAt, now))}</span>
}

/** Most people are simply on site; only overdue ones stand out. */
function State({ state }: Pick<PresentPerson, 'state'>) {
  if (state === 'assumed_left') {
    return <StateBadge kind="info" text={msg`Probably left`} />
  }
  if (state === 'overdue') {
    return <StateBadge kind="caution" text={msg`Overdue`} />
  }
  return (
    <StatusDot kind="good">
      <Trans>On site</Trans>
    </StatusDot>
  )
}
