import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { splitTime } from '@gatehouse/i18n/format/zoned-times'
import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { Mark } from '@gatehouse/ui/core/mark'
import { Notice } from '@gatehouse/ui/core/notice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import { switchLanguage } from '../form-actions.ts'
import type { KioskStep } from '../form/flow.ts'
import { venueZone } from '../venue-zone.ts'
import { kioskTime } from './start-kiosk.ts'
import styles from './welcome-step.module.css'

/** The kiosk's start screen: the venue and its time beside sign-in, sign-out and the languages. */
export function WelcomeStep() {
  const { t } = useLingui()
  const { config } = useMachine()
  const active = useLanguage()
  return (
    <div className={styles.welcome}>
      <Venue />
      <div className={styles.side}>
        <PairingNotice />
        <WaitingSignIns />
        <div className={styles.ways}>
          <Way isMain onPress={() => show(undefined)} hint={<Trans>I am arriving</Trans>}>
            <Trans>Sign in</Trans>
          </Way>
          <Way onPress={() => show('signout')} hint={<Trans>I am leaving</Trans>}>
            <Trans>Sign out</Trans>
          </Way>
        </div>
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
      </div>
    </div>
  )
}

/** The client, the time and the site, on the site's picture if there is one. */
function Venue() {
  const { siteName, config } = useMachine()
  const { brand, venue } = runtimeConfig
  const picture = venue?.picture
  return (
    <div className={classes(styles.panel, picture && styles.pictured)}>
      {picture && <img className={styles.picture} src={picture} alt="" decoding="async" />}
      <div className={styles.top}>
        <p className={styles.client}>
          {brand?.logo ? (
            <span className={styles.logo}>
              <BrandLogo name={brand.name} logo={brand.logo} height={48} />
            </span>
          ) : (
            (brand?.name ?? <Mark look={config.look} size={40} />)
          )}
        </p>
        <p className={styles.clock}>
          <Clock />
        </p>
      </div>
      <h1 className={styles.greeting}>
        <Trans>Welcome to {siteName}</Trans>
      </h1>
    </div>
  )
}

const TICK_MS = 1000
const readMinute = () => Math.floor(kioskTime() / 60_000)

/** Hours and minutes at the venue. */
function Clock() {
  const language = useLanguage()
  const [minute, setMinute] = useState(readMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(readMinute), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const time = minute * 60_000
  return <time dateTime={new Date(time).toISOString()}>{splitTime(time, language, venueZone()).time}</time>
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

/** How many sign-ins the kiosk still has to send. No names are shown. */
function WaitingSignIns() {
  const waiting = useCheckIn((state) => state.waiting)?.length ?? 0
  return (
    <div aria-live="polite">
      {waiting > 0 && (
        <Notice kind="info">
          <Plural
            value={waiting}
            one="# sign-in is stored here and sent when the connection returns."
            other="# sign-ins are stored here and sent when the connection returns."
          />
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
      <strong>{children}</strong>
      <span>{hint}</span>
    </button>
  )
}

function show(kioskStep: KioskStep | undefined): void {
  useCheckIn.setState({ kioskStep, pairing: undefined })
}
