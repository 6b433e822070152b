import { ChevronIcon, GlobeIcon } from './icons.tsx'
import styles from './language-switch.module.css'

export interface LanguageSwitchProps {
  /** The accessible name of the list. */
  label: string
  value: string
  /** `code` as in the `lang` attribute; `name` in the language itself. */
  languages: readonly { code: string; name: string }[]
  onChange: (code: string) => void
}

/** A native select of languages, small enough for a footer or a corner. */
export function LanguageSwitch({ label, value, languages, onChange }: LanguageSwitchProps) {
  return (
    <span className={styles.frame}>
      <GlobeIcon size={18} />
      <select
        aria-label={label}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <ChevronIcon size={16} />
    </span>
  )
}
