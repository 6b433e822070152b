import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { Trans, useLingui } from '@lingui/react/macro'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { chooseOwnLanguage } from '../../lib/language.ts'
import styles from './board-footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

export function BoardFooter() {
  const { t } = useLingui()
  const spoken = useLanguage()
  const choose = (tag: string) => {
    const language = runtimeConfig.languages.find((offered) => localeTags[offered] === tag)
    if (language) void chooseOwnLanguage(language)
  }
  return (
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
        <div className={styles.choices}>
          <LanguageSwitch
            label={t`Language`}
            value={localeTags[spoken]}
            languages={runtimeConfig.languages.map((code) => ({
              code: localeTags[code],
              name: languageNames[code],
            }))}
            onChange={choose}
          />
          <ThemeSwitch />
        </div>
      </SiteFooter>
    </div>
  )
}
