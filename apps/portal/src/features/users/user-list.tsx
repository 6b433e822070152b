import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useOfAllClients } from '../../lib/use-session.ts'
import { textOf, type ListAddress } from '../../lib/list/list-search.ts'
import { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { Badge } from '@gatehouse/ui/core/badge'
import { Facts } from '@gatehouse/ui/staff/facts'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { type ListedUser, listUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { accountTypes } from '@gatehouse/validation/vocabulary'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import type { BanSubject } from '../../lib/ban-subject.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { approvesAccounts } from '../../lib/manages-people.ts'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { statusLabels, accountTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { PersonPhoto } from './person-photo.tsx'
import { changeUsers } from './queries.ts'
import styles from './user-list.module.css'
import { Moment } from '../../lib/moment.tsx'
import { useOpenWindow } from '../../lib/open-window.ts'
import { lazyButton, lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

/** Menus and windows load after the rows: their code is larger than the page. */
const UserMenu = lazyButton(() => import('./user-menu.tsx'), 'UserMenu')
const MoreActions = lazyButton(() => import('./user-menu.tsx'), 'MoreActions')
const NewUserModal = lazyWindow(() => import('./user-modal.tsx'), 'NewUserModal')
const EditUserModal = lazyWindow(() => import('./user-modal.tsx'), 'EditUserModal')
const ImportModal = lazyWindow(() => import('./import-modal.tsx'), 'ImportModal')
const TypeQuestion = lazyWindow(() => import('./user-questions.tsx'), 'TypeQuestion')
const PinsQuestion = lazyWindow(() => import('./user-questions.tsx'), 'PinsQuestion')
const ReasonQuestion = lazyWindow(() => import('./user-questions.tsx'), 'ReasonQuestion')

const hasStatus =
  (...statuses: string[]) =>
  ({ status = 'active' }: ListAddress) =>
    statuses.includes(String(status))

/** Decisions about accounts are offered to users who may make them. */
const isDecisionOn = (status: ListedUser['status']) => (search: ListAddress, person: Profile) =>
  hasStatus(status, 'all')(search) && approvesAccounts(person)

/**
 * No one archives, approves or changes the type of their own account, or of one with more rights.
 */
const isOther =
  (status: ListedUser['status']) =>
  (user: ListedUser, { id }: Profile) =>
    user.editable && user.status === status && user.id !== id

export const userList: ListDeclaration<typeof listUsersEndpoint> = {
  endpoint: listUsersEndpoint,
  title: msg`User Management`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      cell: (user) => (
        <span className={styles.person}>
          <PersonPhoto user={user} />
          {nameOf(user)}
        </span>
      ),
      value: nameOf,
      onPhone: 'title',
    },
    {
      id: 'employee_number',
      header: msg`Employee number`,
      value: ({ employee_number }) => employee_number,
      priority: 6,
      onPhone: 'hidden',
    },
    {
      id: 'email',
      header: msg`Email`,
      cell: ({ email }) => <Email email={email} />,
      value: ({ email }) => email,
      priority: 4,
    },
    {
      id: 'mobile',
      header: msg`Mobile`,
      cell: (user) => <Phone user={user} />,
      value: ({ mobile, phone_extension }) => mobile ?? (phone_extension || null),
      priority: 5,
    },
    {
      id: 'user_type',
      header: msg`Account type`,
      cell: (user) => <TypeName user={user} />,
      value: ({ user_type }) => user_type,
      priority: 2,
    },
    {
      id: 'sites',
      header: msg`Sites`,
      cell: (user) => <Sites user={user} />,
      value: ({ access }) => access[0]?.site_name ?? null,
      priority: 3,
    },
    {
      id: 'two_step',
      header: msg`Two-step`,
      cell: ({ two_step }) => (two_step ? <Trans>Yes</Trans> : <Trans>No</Trans>),
      value: ({ two_step }) => (two_step ? 1 : 0),
      priority: 8,
      onPhone: 'hidden',
    },
    {
      id: 'last_seen',
      header: msg`Last seen`,
      sortKind: 'time',
      cell: (user, { now }) => <LastSeen user={user} now={now} />,
      value: ({ last_seen }) => last_seen,
      priority: 7,
      onPhone: 'hidden',
    },
    {
      id: 'status',
      header: msg`Status`,
      cell: (user) => <Status user={user} />,
      onPhone: 'corner',
    },
  ],
  filters: [
    { name: 'site', label: msg`Sites`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'user_type',
      label: msg`User type`,
      options: accountTypes.map((type) => ({ value: type, label: accountTypeLabels[type] })),
    },
    {
      name: 'status',
      label: msg`Status`,
      defaultValue: 'active',
      options: [
        { value: 'active', label: statusLabels.active },
        { value: 'pending', label: statusLabels.pending, count: ({ pending }) => pending },
        { value: 'rejected', label: statusLabels.rejected },
        { value: 'archived', label: statusLabels.archived },
        { value: 'all', label: msg`All` },
      ],
    },
  ],
  search: { label: msg`Search users`, placeholder: msg`Search by name, email, number or mobile` },
  empty: {
    title: msg`No users yet`,
    text: msg`Add the people who manage the sites, or import them from a file.`,
  },
  noMatch: { title: msg`No user matches`, text: msg`Try another name, or fewer filters.` },
  count: ({ total }) => <Plural value={total} one="# user" other="# users" />,
  hasHistory: true,
  drawer: (user, { now }) => <UserDetails user={user} now={now} />,
  bulk: {
    things: (count) => msg`${plural(count, { one: '# user', other: '# users' })}`,
    actions: [
      {
        id: 'set_account_type',
        label: msg`Change Account Type`,
        done: (count) =>
          msg`${plural(count, { one: '# account type was changed', other: '# account types were changed' })}`,
        isOffered: hasStatus('active', 'all'),
        isFor: isOther('active'),
        question: TypeQuestion,
      },
      {
        id: 'reset_pins',
        label: msg`Reset Access Pins`,
        done: (count) =>
          msg`${plural(count, { one: '# access PIN was reset', other: '# access PINs were reset' })}`,
        isOffered: hasStatus('active', 'all'),
        isFor: ({ editable, status }) => editable && status === 'active',
        question: PinsQuestion,
        isOfOneClient: true,
      },
      {
        id: 'archive',
        label: msg`Archive Users`,
        done: (count) =>
          msg`${plural(count, { one: '# user was archived', other: '# users were archived' })}`,
        isDanger: true,
        effect: (count) =>
          msg`${plural(count, {
            one: '# user will be logged out. Links to choose a password will stop working.',
            other: '# users will be logged out. Links to choose a password will stop working.',
          })}`,
        isOffered: hasStatus('active', 'all'),
        isFor: isOther('active'),
      },
      {
        id: 'restore',
        label: msg`Restore`,
        done: (count) =>
          msg`${plural(count, { one: '# user was restored', other: '# users were restored' })}`,
        isOffered: hasStatus('archived', 'all'),
        isFor: isOther('archived'),
      },
      {
        id: 'approve',
        label: msg`Approve`,
        done: (count) =>
          runtimeConfig.sendsMail
            ? msg`${plural(count, { one: '# user was approved', other: '# users were approved' })}`
            : msg`${plural(count, {
                one: '# user was approved. No email was sent: copy the invitation link from their menu',
                other: '# users were approved. No email was sent: copy each invitation link from their menu',
              })}`,
        isOffered: isDecisionOn('pending'),
        isFor: isOther('pending'),
      },
      {
        id: 'reject',
        label: msg`Reject`,
        done: (count) =>
          msg`${plural(count, { one: '# user was rejected', other: '# users were rejected' })}`,
        isDanger: true,
        isOffered: isDecisionOn('pending'),
        isFor: isOther('pending'),
        question: ReasonQuestion,
      },
      {
        id: 'reopen',
        label: msg`Reopen`,
        done: (count) =>
          msg`${plural(count, { one: '# user needs approval again', other: '# users need approval again' })}`,
        isOffered: isDecisionOn('rejected'),
        isFor: isOther('rejected'),
      },
    ],
    run: changeUsers,
    inverse: { archive: 'restore', restore: 'archive', approve: 'reopen', reject: 'reopen' },
  },
  export: {
    endpoint: exportUsersEndpoint,
    title: msg`Export users`,
    name: 'users',
    exported: (rows) =>
      msg`${plural(rows, { one: '# person was exported', other: '# people were exported' })}`,
  },
}

interface UsersPageProps {
  /** Called to ban a person. */
  onBan: (subject: BanSubject) => void
  onResetTwoStep: (user: { id: string; name: string }) => void
}

/** The people of the organisation; for a Manager those of the managed sites. */
export function UsersPage({ onBan, onResetTwoStep }: UsersPageProps) {
  const { site } = useSearch({ strict: false })
  const ofAllClients = useOfAllClients()
  const openWindow = useOpenWindow()
  const open = (edit: string) => openWindow({ edit })
  return (
    <ListPage
      list={userList}
      rowActions={(user) => <UserMenu user={user} onBan={onBan} onResetTwoStep={onResetTwoStep} />}
      more={
        <MoreActions
          onImport={ofAllClients ? undefined : () => open('import')}
          onExport={() => open('export')}
        />
      }
      addLabel={<Trans>New user</Trans>}
      windows={{
        new: (close) => <NewUserModal siteId={textOf(site)} onClose={close} />,
        import: (close) => <ImportModal onClose={close} />,
        row: (close, id) => <EditUserModal id={id} onClose={close} />,
      }}
    />
  )
}

function nameOf({ first_name, last_name }: ListedUser): string {
  return `${first_name} ${last_name}`.trim()
}

/** It breaks after the @ sign rather than within a word. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

function TypeName({ user: { user_type: type } }: { user: ListedUser }) {
  const { t } = useLingui()
  return type === null ? <Trans>None</Trans> : t(accountTypeLabels[type])
}

/** The first site by name, and the number of others. */
function Sites({ user: { access, access_total: total } }: { user: ListedUser }) {
  const [first] = access
  if (!first) return null
  if (total === 1) return first.site_name
  return (
    <Trans>
      {first.site_name} + {total - 1}
    </Trans>
  )
}

function Phone({
  user: { mobile, mobile_masked: isMasked, phone_extension: extension },
}: {
  user: ListedUser
}) {
  return (
    <span className={styles.lines}>
      {mobile !== null && <MobileNumber mobile={mobile} isMasked={isMasked} />}
      {extension !== '' && (
        <span className={styles.extension}>
          <Trans>ext. {extension}</Trans>
        </span>
      )}
    </span>
  )
}

function LastSeen({ user, now }: { user: ListedUser; now: number }) {
  const { last_seen: time, last_seen_site: site, last_seen_time_zone: zone } = user
  if (time === null) return <Trans>Never seen</Trans>
  return (
    <span className={styles.lines}>
      <Moment at={time} zone={zone ?? 'UTC'} now={now} />
      {site !== null && <span className={styles.extension}>{site}</span>}
    </span>
  )
}

function Status({ user: { status, has_password: hasPassword } }: { user: ListedUser }) {
  const { t } = useLingui()
  if (status === 'active' && !hasPassword) {
    return <StateBadge kind="info" text={msg`No password`} />
  }
  if (status === 'active') return <StatusDot kind="good">{t(statusLabels.active)}</StatusDot>
  const kind = status === 'pending' ? 'caution' : status === 'rejected' ? 'danger' : 'info'
  return <Badge kind={kind}>{t(statusLabels[status])}</Badge>
}

/** Includes what the list has no column for. */
function UserDetails({ user, now }: { user: ListedUser; now: number }) {
  const { t } = useLingui()
  const yesNo = (is: boolean) => (is ? t`Yes` : t`No`)
  const more = user.access_total - user.access.length
  return (
    <Facts
      facts={[
        { label: t`Status`, value: <Status user={user} /> },
        user.status_reason !== '' && { label: t`Reason`, value: user.status_reason },
        { label: t`Email`, value: user.email },
        {
          label: t`Mobile`,
          value: user.mobile === null && user.phone_extension === '' ? '–' : <Phone user={user} />,
        },
        { label: t`Employee number`, value: user.employee_number || '–' },
        { label: t`Account type`, value: <TypeName user={user} /> },
        {
          label: t`Sites`,
          value:
            user.access.length === 0 ? (
              '–'
            ) : (
              <ul>
                {user.access.map(({ site_id, site_name, user_type }) => (
                  <li key={site_id}>
                    {site_name} · {t(accountTypeLabels[user_type])}
                  </li>
                ))}
                {more > 0 && (
                  <li>
                    <Plural value={more} one="and # more" other="and # more" />
                  </li>
                )}
              </ul>
            ),
        },
        { label: t`Can approve accounts`, value: yesNo(user.approval_access) },
        { label: t`Protective equipment`, value: yesNo(user.ppe) },
        { label: t`Temperature check`, value: yesNo(user.temperature) },
        { label: t`Two-step`, value: yesNo(user.two_step) },
        { label: t`Access PIN`, value: yesNo(user.has_pin) },
        { label: t`Last seen`, value: <LastSeen user={user} now={now} /> },
      ]}
    />
  )
}
