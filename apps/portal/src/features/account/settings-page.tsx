import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { buttonClass, Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChosenClient } from '../../lib/chosen-client.ts'
import { Failure } from '../../lib/failure.tsx'
import { usePageBack } from '../../lib/page-stack.tsx'
import { managesPeople } from '../../lib/manages-people.ts'
import { useTitle } from '../../lib/use-title.ts'
import type { AccountModal } from './account-modal.ts'
import { EverywhereQuestion, OwnSessionLists } from './own-session-lists.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import styles from './settings-page.module.css'

interface SettingsPageProps {
  profile: Profile
  /** Every session has ended, this one too. */
  onEnded: () => void
}

/** What one can set: the own account and, for admins, the organisation that they work in. */
export function SettingsPage({ profile, onEnded }: SettingsPageProps) {
  const { t } = useLingui()
  useTitle(t`Settings`)
  const hasClient = useChosenClient() !== undefined || !profile.site_admin
  return (
    <>
      <PageHeader title={<Trans>Settings</Trans>} back={usePageBack()} />
      <div className={styles.cards}>
        {hasClient ? (profile.admin || profile.site_admin) && <Organisation /> : <NoOrganisation />}
        <Account profile={profile} />
        <Sessions onEnded={onEnded} />
        {hasClient && (profile.admin || profile.site_admin) && <SignInPolicyCard />}
        <Bans />
        {managesPeople(profile) && <Recipients />}
        {(profile.admin || profile.site_admin) && (
          <>
            <Webhooks />
            <ApiKeys />
            <PersonData />
            <AuditLog />
            <SystemHealth />
          </>
        )}
      </div>
    </>
  )
}

/** A site admin who looks at all clients sees no organisation in place of theirs. */
function NoOrganisation() {
  return (
    <Card title={<Trans>Organisation</Trans>}>
      <p>
        <Trans>The organisation is that of one client. Choose it in the side bar.</Trans>
      </p>
    </Card>
  )
}

function Organisation() {
  const { data: client, ...query } = useQuery(ownClientQuery)
  const formatPhone = usePhoneFormat(client?.region)
  return (
    <Card
      title={<Trans>Organisation</Trans>}
      aside={
        <ModalLink modal="client">
          <Trans>Update client</Trans>
        </ModalLink>
      }
    >
      {client ? (
        <Facts
          facts={[
            { label: <Trans>Name</Trans>, value: client.name },
            { label: <Trans>Company number</Trans>, value: client.company_no },
            {
              label: <Trans>Address</Trans>,
              value:
                [client.street, client.suburb, client.state, client.post_code, client.country]
                  .filter((part) => part !== '')
                  .join(', ') || '–',
            },
            { label: <Trans>Phone</Trans>, value: client.phone ? formatPhone(client.phone) : '–' },
          ]}
        />
      ) : query.error ? (
        <Failure
          title={<Trans>The client could not be loaded</Trans>}
          error={query.error}
          onRetry={() => void query.refetch()}
          isBusy={query.isFetching}
        />
      ) : (
        <Skeleton height={160} />
      )}
    </Card>
  )
}

function Account({ profile }: Pick<SettingsPageProps, 'profile'>) {
  return (
    <Card
      title={<Trans>Your account</Trans>}
      aside={
        <ModalLink modal="details">
          <Trans>Update my details</Trans>
        </ModalLink>
      }
    >
      <Stack gap={16}>
        <Facts
          facts={[
            { label: <Trans>Name</Trans>, value: `${profile.first_name} ${profile.last_name}` },
            { label: <Trans>Email</Trans>, value: profile.email },
          ]}
        />
        <div className={styles.actions}>
          <ModalLink modal="password">
            <Trans>Change password</Trans>
          </ModalLink>
          <ModalLink modal="two_step">
            <Trans>Two-step authentication</Trans>
          </ModalLink>
        </div>
      </Stack>
    </Card>
  )
}

function SignInPolicyCard() {
  return (
    <Card
      title={<Trans>Sign-in policy</Trans>}
      aside={
        <ModalLink modal="sign_in_policy">
          <Trans>Change the sign-in policy</Trans>
        </ModalLink>
      }
    >
      <p>
        <Trans>Which accounts need two-step authentication, and whether the board waits for it.</Trans>
      </p>
    </Card>
  )
}

function Webhooks() {
  return (
    <Card
      title={<Trans>Webhooks</Trans>}
      aside={
        <>
          <Link to="/settings/webhooks" className={buttonClass({ kind: 'secondary' })}>
            <Trans>Open the webhooks</Trans>
          </Link>
          <Link to="/settings/failed_deliveries" className={buttonClass({ kind: 'secondary' })}>
            <Trans>Failed deliveries</Trans>
          </Link>
        </>
      }
    >
      <p>
        <Trans>Other systems that are told what happens, and what could not be delivered.</Trans>
      </p>
    </Card>
  )
}

function ApiKeys() {
  return (
    <Card
      title={<Trans>API keys</Trans>}
      aside={
        <Link to="/settings/api_keys" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Open the API keys</Trans>
        </Link>
      }
    >
      <p>
        <Trans>Programs that read data of the client, what each may read and when it last did.</Trans>
      </p>
    </Card>
  )
}

function Bans() {
  return (
    <Card
      title={<Trans>Bans</Trans>}
      aside={
        <Link to="/settings/bans" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Open the bans</Trans>
        </Link>
      }
    >
      <p>
        <Trans>Who must not sign in, where and why.</Trans>
      </p>
    </Card>
  )
}

function Recipients() {
  return (
    <Card
      title={<Trans>Notifications</Trans>}
      aside={
        <Link to="/notification_management" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Open the recipients</Trans>
        </Link>
      }
    >
      <p>
        <Trans>Who is told of what happens at the sites, by mail, by text message or in the bell.</Trans>
      </p>
    </Card>
  )
}

function PersonData() {
  return (
    <Card
      title={<Trans>One person’s data</Trans>}
      aside={
        <Link to="/settings/person" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Find a person</Trans>
        </Link>
      }
    >
      <p>
        <Trans>What is held about somebody, as a file, and its erasure.</Trans>
      </p>
    </Card>
  )
}

function AuditLog() {
  return (
    <Card
      title={<Trans>Audit log</Trans>}
      aside={
        <Link to="/settings/audit_log" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Open the log</Trans>
        </Link>
      }
    >
      <p>
        <Trans>Everything that was changed, by whom and when.</Trans>
      </p>
    </Card>
  )
}

function SystemHealth() {
  return (
    <Card
      title={<Trans>System health</Trans>}
      aside={
        <Link to="/settings/health" className={buttonClass({ kind: 'secondary' })}>
          <Trans>Open the system health</Trans>
        </Link>
      }
    >
      <p>
        <Trans>What works, what waits, and what somebody has to look at.</Trans>
      </p>
    </Card>
  )
}

function Sessions({ onEnded }: Pick<SettingsPageProps, 'onEnded'>) {
  /** Undefined before the question was shown for the first time. */
  const [isAsked, setAsked] = useState<boolean>()
  return (
    <Card title={<Trans>Sessions and devices</Trans>}>
      <Stack gap={24}>
        <OwnSessionLists />
        {isAsked === true ? (
          <EverywhereQuestion onEnded={onEnded} onKeep={() => setAsked(false)} />
        ) : (
          <div>
            <Button onClick={() => setAsked(true)} autoFocus={isAsked === false}>
              <Trans>Log out everywhere</Trans>
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

function ModalLink({ modal, children }: { modal: AccountModal; children: ReactNode }) {
  return (
    <Link
      from="/settings"
      to="/settings"
      search={(search) => ({ ...search, modal })}
      state={(state) => ({ ...state, isModalOpened: true })}
      resetScroll={false}
      preload={false}
      className={buttonClass({ kind: 'secondary' })}
    >
      {children}
    </Link>
  )
}
