import { Logo } from '@gatehouse/ui/core/mark'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { languageOfTag, languageOptions, localeTags } from '@gatehouse/i18n/language-names'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LookName } from '@gatehouse/validation/vocabulary'
import type { ReactNode } from 'react'
import { DemoMark } from '../../lib/demo-mark.tsx'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useTitle } from '../../lib/use-title.ts'
import styles from './login-page.module.css'
import { chooseLanguageBeforeLogin } from './own-language.ts'

interface LoginPageProps {
  title: string
  /** The title of the browser window, where that of the page is not enough. */
  windowTitle?: string
  /** The look of the person's client, once it is known; before, the look of the host. */
  look?: LookName | undefined
  /** Room for more than a field's width. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of every page before the login: logo, one task, footer. */
export function LoginPage({
  title,
  windowTitle = title,
  look = runtimeConfig.look,
  isWide = false,
  children,
}: LoginPageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { demo, languages, supportUrl, privacyUrl } = runtimeConfig
  useTitle(windowTitle)
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      {demo && (
        <header>
          <DemoMark />
        </header>
      )}
      <main className={styles.main} tabIndex={-1}>
        <div className={styles.logo}>
          <Logo look={look} />
        </div>
        <h1 className={styles.title}>{title}</h1>
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
