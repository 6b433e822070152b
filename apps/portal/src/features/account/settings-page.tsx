import { localeTags } from '@gatehouse/i18n/language-names'
import { PageHead } from '../../lib/page-head.tsx'
import { toWindow } from '../../lib/open-window.ts'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { buttonClass, Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useOfAllClients } from '../../lib/use-session.ts'
import { Pending } from '../../lib/failure.tsx'
import type { AccountModal } from './account-modal.ts'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { EverywhereQuestion, OwnSessionLists } from './own-session-lists.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { audienceLabels, checkOutLabels, policyQuery } from './sign-in-policy.ts'
import styles from './settings-page.module.css'

interface SettingsPageProps {
  profile: Profile
  /** All sessions have ended, including this one. */
  onEnded: () => void
}

/** The settings: the user's account and, for admins, their organisation. */
export function SettingsPage({ profile, onEnded }: SettingsPageProps) {
  const { t } = useLingui()
  const hasClient = !useOfAllClients()
  const isAdmin = profile.admin || profile.site_admin
  return (
    <>
      <PageHead title={t`Settings`} />
      <div className={styles.cards}>
        {hasClient ? isAdmin && <Organisation /> : <NoOrganisation />}
        {hasClient && isAdmin && <Appearance />}
        {hasClient && isAdmin && <SignInPolicyCard />}
        <Account profile={profile} />
        <Sessions onEnded={onEnded} />
      </div>
    </>
  )
}

/** For a site admin who works with all clients, in place of an organisation's settings. */
function NoOrganisation() {
  return (
    <Card title={<Trans>Organisation</Trans>}>
      <p>
        <Trans>Choose a client in the side bar to see its organisation.</Trans>
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
      ) : (
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={160} />
      )}
    </Card>
  )
}

/** The logo and the colour that visitors see. */
function Appearance() {
  const { data: client, ...query } = useQuery(ownClientQuery)
  return (
    <Card
      title={<Trans>Appearance</Trans>}
      aside={
        <ModalLink modal="appearance">
          <Trans>Edit appearance</Trans>
        </ModalLink>
      }
    >
      {client ? (
        <Facts
          facts={[
            {
              label: <Trans>Logo</Trans>,
              value:
                client.logo === null ? (
                  <Trans>None</Trans>
                ) : (
                  <BrandLogo name={client.name} logo={client.logo} height={40} />
                ),
            },
            {
              label: <Trans>Accent colour</Trans>,
              value:
                client.accent === null ? (
                  <Trans>Default of the look</Trans>
                ) : (
                  <span className={styles.colour}>
                    <svg className={styles.swatch} aria-hidden="true">
                      <rect width="100%" height="100%" fill={client.accent} />
                    </svg>
                    {client.accent}
                  </span>
                ),
            },
          ]}
        />
      ) : (
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={96} />
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
  const { t } = useLingui()
  const { data: policy, ...query } = useQuery(policyQuery)
  const language = useLanguage()
  const audiences = policy?.two_step_required_for.map((audience) => t(audienceLabels[audience])) ?? []
  const required = new Intl.ListFormat(localeTags[language]).format(audiences)
  return (
    <Card
      title={<Trans>Sign-in policy</Trans>}
      aside={
        <ModalLink modal="sign_in_policy">
          <Trans>Edit policy</Trans>
        </ModalLink>
      }
    >
      {policy ? (
        <Facts
          facts={[
            {
              label: <Trans>Two-step authentication</Trans>,
              value:
                audiences.length > 0 ? <Trans>Required for {required}</Trans> : <Trans>Not required</Trans>,
            },
            {
              label: <Trans>Board</Trans>,
              value: policy.board_without_two_step ? (
                <Trans>Staff open it without a code</Trans>
              ) : (
                <Trans>Staff need their code</Trans>
              ),
            },
            {
              label: <Trans>Who can check out others</Trans>,
              value: t(checkOutLabels[policy.check_out_others]),
            },
          ]}
        />
      ) : (
        <Pending title={<Trans>The sign-in policy could not be loaded</Trans>} query={query} height={120} />
      )}
    </Card>
  )
}

function Sessions({ onEnded }: Pick<SettingsPageProps, 'onEnded'>) {
  /** Undefined until the question is first shown. */
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
      {...toWindow({ modal })}
      preload={false}
      className={buttonClass({ kind: 'secondary' })}
    >
      {children}
    </Link>
  )
}
