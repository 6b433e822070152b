import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ChevronIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import { switchLanguage } from '../form-actions.ts'
import type { KioskStep } from '../form/flow.ts'
import { WaitingSignIns } from './waiting-sign-ins.tsx'
import styles from './welcome-step.module.css'

/** The kiosk's start screen: the language first, then sign-in or sign-out. */
export function WelcomeStep() {
  const { t } = useLingui()
  const { siteName, config } = useMachine()
  const active = useLanguage()
  return (
    <div className={styles.welcome}>
      {config.languages.length > 1 && (
        <div className={styles.languages} role="group" aria-label={t`Language`}>
          {config.languages.map((language) => (
            <button
              key={language}
              type="button"
              className={styles.language}
              lang={localeTags[language]}
              aria-pressed={language === active}
              onClick={() => void switchLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </div>
      )}
      <div>
        <p className={styles.greeting}>
          <Trans>Welcome</Trans>
        </p>
        <h1 className={styles.venue}>{siteName}</h1>
      </div>
      <div className={styles.ways}>
        <Way isMain onPress={() => show(undefined)} hint={<Trans>I am arriving</Trans>}>
          <Trans>Sign in</Trans>
        </Way>
        <Way onPress={() => show('signout')} hint={<Trans>I am leaving</Trans>}>
          <Trans>Sign out</Trans>
        </Way>
      </div>
      <PairingNotice />
      <WaitingSignIns />
    </div>
  )
}

function PairingNotice() {
  const pairing = useCheckIn((state) => state.pairing)
  return (
    <div aria-live="polite">
      {pairing === 'paired' && (
        <Notice kind="good">
          <Trans>This tablet is paired.</Trans>
        </Notice>
      )}
      {pairing === 'invalid' && (
        <Notice kind="caution" title={<Trans>This pairing link has been used or has expired.</Trans>}>
          <Trans>Create a new one in Sign-In Methods.</Trans>
        </Notice>
      )}
      {pairing === 'failed' && (
        <Notice kind="caution" title={<Trans>This tablet could not be paired.</Trans>}>
          <Trans>Create a new pairing link and open it here.</Trans>
        </Notice>
      )}
    </div>
  )
}

interface WayProps {
  isMain?: boolean
  hint: ReactNode
  children: ReactNode
  onPress: () => void
}

function Way({ isMain = false, hint, children, onPress }: WayProps) {
  return (
    <button type="button" className={isMain ? `${styles.way} ${styles.main}` : styles.way} onClick={onPress}>
      <span>
        <strong>{children}</strong>
        <span>{hint}</span>
      </span>
      <ChevronIcon size={32} />
    </button>
  )
}

function show(kioskStep: KioskStep | undefined): void {
  useCheckIn.setState({ kioskStep, pairing: undefined })
}
