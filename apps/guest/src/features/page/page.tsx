import { useLingui } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { useLanguage } from '../../lib/language.ts'
import styles from './page.module.css'
import { languageNames } from '@gatehouse/i18n/language-names'
import { LanguageSwitch } from '@gatehouse/ui/core/language-switch'
import { Mark } from '@gatehouse/ui/core/mark'
import type { Language, LookName } from '@gatehouse/validation/vocabulary'

export interface PageProps {
  look: LookName
  languages: readonly Language[]
  onLanguage: (language: Language) => void
  /** Of the part that changes from step to step, for the focus to go to. */
  mainRef?: Ref<HTMLElement>
  footer?: ReactNode
  /** For a tablet on a stand: everything a size larger. */
  large?: boolean
  children: ReactNode
}

/** The one column of the guest app: the look's mark and the languages above, the step, the footer below. */
export function Page({ look, languages, onLanguage, mainRef, footer, large, children }: PageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const choose = (code: string) => {
    const chosen = languages.find((offered) => offered === code)
    if (chosen) onLanguage(chosen)
  }
  return (
    <div className={large ? `${styles.page} ${styles.large}` : styles.page}>
      <header className={styles.bar}>
        <Mark look={look} size={28} />
        {languages.length > 1 && (
          <div className={styles.language}>
            <LanguageSwitch
              label={t`Language`}
              value={language}
              languages={languages.map((code) => ({ code, name: languageNames[code] }))}
              onChange={choose}
            />
          </div>
        )}
      </header>
      <main className={styles.main} ref={mainRef} tabIndex={-1}>
        {children}
      </main>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}
