import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { Language } from '@gatehouse/validation/vocabulary'
import { AccountLinks } from '../features/account/account-links.tsx'
import { logOut } from '../features/session/session.ts'
import { UserPanel as Panel } from '../features/shell/user-panel.tsx'
import { chooseOwnLanguage } from '../lib/language.ts'

interface UserPanelProps {
  profile: Profile
  onSaveLanguage: (language: Language) => void
  close: () => void
}

/** The panel of the user menu. Each of its links closes it. */
export function UserPanel({ profile, onSaveLanguage, close }: UserPanelProps) {
  return (
    <Panel
      profile={profile}
      accountLinks={<AccountLinks profile={profile} onOpen={close} />}
      onLanguage={(language) => {
        void chooseOwnLanguage(language)
        onSaveLanguage(language)
      }}
      onLogOut={logOut}
    />
  )
}
