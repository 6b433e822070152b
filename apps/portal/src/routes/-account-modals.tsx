import type { Profile } from '@gatehouse/validation/endpoints/me'
import { useRouter } from '@tanstack/react-router'
import type { AccountModal } from '../features/account/account-modal.ts'
import { ownRememberTokens } from '../features/session/remember-tokens.ts'
import { leave, refreshSession, updateKnownProfile } from '../features/session/session.ts'
import { chooseOwnLanguage } from '../lib/language.ts'
import { useOpenWindow } from '../lib/open-window.ts'
import { lazyWindow } from '../lib/lazy-part.tsx'

const DetailsModal = lazyWindow(() => import('../features/account/details-modal.tsx'), 'DetailsModal')
const OwnClientModal = lazyWindow(() => import('../features/clients/client-modal.tsx'), 'OwnClientModal')
const SessionsModal = lazyWindow(() => import('../features/account/sessions-modal.tsx'), 'SessionsModal')
const ChangePasswordModal = lazyWindow(
  () => import('../features/password/change-password-modal.tsx'),
  'ChangePasswordModal',
)
const SignInPolicyModal = lazyWindow(
  () => import('../features/account/sign-in-policy-modal.tsx'),
  'SignInPolicyModal',
)
const AppearanceModal = lazyWindow(
  () => import('../features/account/appearance-modal.tsx'),
  'AppearanceModal',
)
const TwoStepModal = lazyWindow(() => import('../features/two-step/two-step-modal.tsx'), 'TwoStepModal')

interface AccountModalsProps {
  modal: AccountModal | undefined
  profile: Profile
}

/** The account window of the URL. */
export function AccountModals({ modal, profile }: AccountModalsProps) {
  const router = useRouter()
  const openWindow = useOpenWindow()
  const close = () => openWindow({ modal: undefined })
  const forgetDevice = () => ownRememberTokens.drop(profile.email)

  const renewSession = async () => {
    await refreshSession()
    await router.invalidate()
  }
  const isAdmin = profile.admin || profile.site_admin

  switch (modal) {
    case 'details':
      return (
        <DetailsModal
          profile={profile}
          onSaved={async (saved) => {
            updateKnownProfile(saved)
            await chooseOwnLanguage(saved.language)
            await router.invalidate()
          }}
          onClose={close}
        />
      )
    case 'client':
      return isAdmin && <OwnClientModal onSaved={renewSession} onClose={close} />
    case 'password':
      return <ChangePasswordModal account={profile.email} onChanged={forgetDevice} onClose={close} />
    case 'two_step':
      return <TwoStepModal account={profile.email} onChanged={forgetDevice} onClose={close} />
    case 'sessions':
      return (
        <SessionsModal
          onEnded={() => {
            forgetDevice()
            leave()
          }}
          onClose={close}
        />
      )
    case 'sign_in_policy':
      // The policy may require a second factor of the user who has saved it.
      return (
        isAdmin && (
          <SignInPolicyModal isSiteAdmin={profile.site_admin} onSaved={renewSession} onClose={close} />
        )
      )
    case 'appearance':
      return isAdmin && <AppearanceModal onClose={close} />
    case undefined:
      return null
  }
}
