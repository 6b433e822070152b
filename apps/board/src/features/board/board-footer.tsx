import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { Trans, useLingui } from '@lingui/react/macro'
import { env } from '../../lib/env.ts'
import { chooseOwnLanguage, useLanguage } from '../../lib/language.ts'
import styles from './board-footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

export function BoardFooter() {
  const { t } = useLingui()
  const spoken = useLanguage()
  const choose = (tag: string) => {
    const language = env.languages.find((offered) => localeTags[offered] === tag)
    if (language) void chooseOwnLanguage(language)
  }
  return (
    <div className={styles.footer}>
      <SiteFooter
        name="Gatehouse"
        support={
          env.supportUrl === null ? undefined : { href: env.supportUrl, label: <Trans>Support</Trans> }
        }
        privacy={
          env.privacyUrl === null ? undefined : { href: env.privacyUrl, label: <Trans>Privacy</Trans> }
        }
      >
        <div className={styles.choices}>
          <LanguageSwitch
            label={t`Language`}
            value={localeTags[spoken]}
            languages={env.languages.map((code) => ({ code: localeTags[code], name: languageNames[code] }))}
            onChange={choose}
          />
          <ThemeSwitch />
        </div>
      </SiteFooter>
    </div>
  )
}
