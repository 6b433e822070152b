import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import styles from './page.module.css'
import { languageNames } from '@gatehouse/i18n/language-names'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { Mark } from '@gatehouse/ui/core/mark'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import type { Language, LookName } from '@gatehouse/validation/vocabulary'

export interface PageProps {
  look: LookName
  languages: readonly Language[]
  onLanguage: (language: Language) => void
  /** The main element, which gets the focus when the step changes. */
  mainRef?: Ref<HTMLElement>
  footer?: ReactNode
  /** Everything one size larger, for a kiosk before its script has loaded. */
  isLarge?: boolean
  children: ReactNode
}

/**
 * The single column of the guest app: header with logo and language switch, the step, the footer.
 */
export function Page({ look, languages, onLanguage, mainRef, footer, isLarge, children }: PageProps) {
  return (
    <div className={isLarge ? `${styles.page} ${styles.large}` : styles.page}>
      <header className={styles.bar}>
        <BrandMark look={look} size={28} />
        <PageLanguage languages={languages} onLanguage={onLanguage} />
      </header>
      <main className={styles.main} ref={mainRef} tabIndex={-1}>
        {children}
      </main>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

/** The logo of the client; without one, the mark of the look. */
function BrandMark({ look, size }: { look: LookName; size: number }) {
  const { brand } = runtimeConfig
  return brand?.logo ? (
    <BrandLogo name={brand.name} logo={brand.logo} height={size} />
  ) : (
    <Mark look={look} size={size} />
  )
}

/** The language switch of a header, if there is more than one language. */
export function PageLanguage({ languages, onLanguage }: Pick<PageProps, 'languages' | 'onLanguage'>) {
  const { t } = useLingui()
  const language = useLanguage()
  const choose = (code: string) => {
    const chosen = languages.find((offered) => offered === code)
    if (chosen) onLanguage(chosen)
  }
  if (languages.length < 2) return null
  return (
    <div className={styles.language}>
      <LanguageSwitch
        label={t`Language`}
        value={language}
        languages={languages.map((code) => ({ code, name: languageNames[code] }))}
        onChange={choose}
      />
    </div>
  )
}

/** The product's name, and links to support and privacy. A kiosk has none: nothing leads out of it. */
export function PageFooter({ look }: { look: LookName }) {
  const { supportUrl, privacyUrl } = runtimeConfig
  return (
    <SiteFooter
      name="Gatehouse"
      deviceLine={deviceLines[look]}
      support={supportUrl ? { href: supportUrl, label: <Trans>Support</Trans> } : undefined}
      privacy={privacyUrl ? { href: privacyUrl, label: <Trans>Privacy</Trans> } : undefined}
    />
  )
}

/** The devices sold under a look. */
const deviceLines: Partial<Record<LookName, ReactNode>> = {
  pulse: <Trans>Temperature screening devices</Trans>,
}
