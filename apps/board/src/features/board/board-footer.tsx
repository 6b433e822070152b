import { languageOfTag, languageOptions, localeTags } from '@gatehouse/i18n/language-names'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { HalfIcon, MoonIcon, SunIcon } from '@gatehouse/ui/core/icons'
import { SiteFooter } from '@gatehouse/ui/core/site-footer'
import { setTheme, themes, useTheme, type Theme } from '@gatehouse/ui/staff/theme.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { chooseOwnLanguage } from '../../lib/language.ts'
import styles from './board-footer.module.css'

export function BoardFooter() {
  const { t } = useLingui()
  const language = useLanguage()
  const { languages, supportUrl, privacyUrl } = runtimeConfig
  return (
    <div className={styles.footer}>
      <SiteFooter
        name="Gatehouse"
        support={{ href: supportUrl, label: <Trans>Support</Trans> }}
        privacy={{ href: privacyUrl, label: <Trans>Privacy</Trans> }}
      >
        <div className={styles.choices}>
          <LanguageSwitch
            label={t`Language`}
            value={localeTags[language]}
            languages={languageOptions(languages)}
            onChange={(tag) => {
              const chosen = languageOfTag(tag, languages)
              if (chosen) void chooseOwnLanguage(chosen)
            }}
          />
          <ThemeSwitch />
        </div>
      </SiteFooter>
    </div>
  )
}

const themeIcons = { light: SunIcon, dark: MoonIcon, system: HalfIcon }

/** Light, dark or the device's setting: three toggle buttons, one of which is pressed. */
function ThemeSwitch() {
  const { t } = useLingui()
  const theme = useTheme()
  const names: Record<Theme, string> = { light: t`Light`, dark: t`Dark`, system: t`Device setting` }
  return (
    <div role="group" aria-label={t`Brightness`} className={styles.themes}>
      {themes.map((choice) => {
        const Icon = themeIcons[choice]
        return (
          <button
            key={choice}
            type="button"
            aria-label={names[choice]}
            title={names[choice]}
            aria-pressed={theme === choice}
            className={styles.theme}
            onClick={() => setTheme(choice)}
          >
            <Icon size={20} />
          </button>
        )
      })}
    </div>
  )
}
