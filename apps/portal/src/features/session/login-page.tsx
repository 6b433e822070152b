import { Logo } from '@gatehouse/ui/core/mark'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { toast } from '../../lib/toaster.ts'
import { useTitle } from '../../lib/use-title.ts'
import { DemoMark } from '../../lib/demo-mark.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'
import type { LoginReason } from './session-guards.ts'
import { logOut } from './session.ts'

interface LoginPageProps {
  step: 'credentials' | 'second_step'
  reason: LoginReason | undefined
}

export function LoginPage({ step, reason }: LoginPageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  useTitle(t`Log in`)
  useEffect(() => {
    if (reason !== undefined) return toast('error', t`Your session has ended. Please log in again.`)
    // Only the reason makes it news; a change of language does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [reason])
  useEffect(() => {
    if (step !== 'second_step') return
    toast('error', t`This account needs two-step authentication. You have been logged out.`)
    void logOut()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [step])

  return (
    <div className={styles.page}>
      {runtimeConfig.demo && (
        <header>
          <DemoMark />
        </header>
      )}
      <main className={styles.main}>
        <div className={styles.logo}>
          <Logo look={runtimeConfig.look} />
        </div>
        <h1 className={styles.title}>
          <Trans>Welcome</Trans>
        </h1>
        {/* A session that could not go on leaves an empty form behind. */}
        <LoginForm key={step} />
      </main>
      <div className={styles.footer}>
        <SiteFooter
          name="Gatehouse"
          support={
            runtimeConfig.supportUrl === null
              ? undefined
              : { href: runtimeConfig.supportUrl, label: <Trans>Support</Trans> }
          }
          privacy={
            runtimeConfig.privacyUrl === null
              ? undefined
              : { href: runtimeConfig.privacyUrl, label: <Trans>Privacy</Trans> }
          }
        >
          <LanguageSwitch
            label={t`Language`}
            value={localeTags[language]}
            languages={runtimeConfig.languages.map((code) => ({
              code: localeTags[code],
              name: languageNames[code],
            }))}
            onChange={(tag) => {
              const chosen = runtimeConfig.languages.find((offered) => localeTags[offered] === tag)
              if (chosen) void chooseOwnLanguage(chosen)
            }}
          />
        </SiteFooter>
      </div>
    </div>
  )
}
