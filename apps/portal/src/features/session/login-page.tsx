import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Logo, Mark } from '@gatehouse/ui/core/mark'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { Notice } from '@gatehouse/ui/core/notice'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { languageOfTag, languageOptions, localeTags } from '@gatehouse/i18n/language-names'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { type ReactNode, useState } from 'react'
import { DemoMark } from '../../lib/demo-mark.tsx'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { keeps, localStore } from '@gatehouse/api-client/safe-storage'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useTitle } from '../../lib/use-title.ts'
import styles from './login-page.module.css'
import { chooseLanguageBeforeLogin } from './own-language.ts'

/** The greeting of each look's login page. */
const welcomes: Record<LookName, MessageDescriptor> = {
  presence: msg`Come in. You are expected.`,
  pulse: msg`Every shift starts at the gate.`,
  batbooth: msg`Step inside. Everything is in its place.`,
}

interface LoginPageProps {
  title: string
  /** The title of the browser window, where that of the page is not enough. */
  windowTitle?: string
  /** The look of the person's client, once known; before that, the host's. */
  look?: LookName | undefined
  /** Wider than a field. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every page before the login: greeting, one task, footer. */
export function LoginPage({
  title,
  windowTitle = title,
  look = runtimeConfig.look,
  isWide = false,
  children,
}: LoginPageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { brand, demo, languages, supportUrl, privacyUrl } = runtimeConfig
  const [isStored] = useState(() => keeps(localStore))
  useTitle(windowTitle)
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      <header className={styles.header}>
        {demo && (
          <div className={styles.demo}>
            <DemoMark />
          </div>
        )}
        <div className={styles.gate}>
          {brand?.logo ? (
            <BrandLogo name={brand.name} logo={brand.logo} height={40} />
          ) : (
            <Logo look={look} name={brand?.name} />
          )}
          <p className={styles.welcome}>{t(welcomes[look])}</p>
          <div className={styles.door}>
            <Mark look={look} />
          </div>
        </div>
      </header>
      <main className={styles.main} tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        {!isStored && (
          <div className={styles.notice}>
            <Notice kind="caution" title={<Trans>This browser doesn’t store data for this page</Trans>}>
              <Trans>
                Allow cookies and site data in the browser’s settings, or free some space, then reload the
                page. Otherwise you may be logged out on every reload.
              </Trans>
            </Notice>
          </div>
        )}
        {children}
      </main>
      <div className={styles.footer}>
        <SiteFooter
          name="Gatehouse"
          support={{ href: supportUrl, label: <Trans>Support</Trans> }}
          privacy={{ href: privacyUrl, label: <Trans>Privacy</Trans> }}
        >
          <LanguageSwitch
            label={t`Language`}
            value={localeTags[language]}
            languages={languageOptions(languages)}
            onChange={(tag) => {
              const chosen = languageOfTag(tag, languages)
              if (chosen) void chooseLanguageBeforeLogin(chosen)
            }}
          />
        </SiteFooter>
      </div>
    </div>
  )
}
