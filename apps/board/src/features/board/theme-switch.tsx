import { useLingui } from '@lingui/react/macro'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { setTheme, themes, useTheme, type Theme } from '@gatehouse/ui/staff/theme.ts'
import styles from './theme-switch.module.css'

const icons = { light: Sun, dark: Moon, system: SunMoon }

/** Light, dark, or as the device is set: three buttons of which one is pressed. */
export function ThemeSwitch() {
  const { t } = useLingui()
  const theme = useTheme()
  const names: Record<Theme, string> = { light: t`Light`, dark: t`Dark`, system: t`As the device` }
  return (
    <div role="group" aria-label={t`Brightness`} className={styles.group}>
      {themes.map((choice) => {
        const Icon = icons[choice]
        return (
          <button
            key={choice}
            type="button"
            aria-label={names[choice]}
            title={names[choice]}
            aria-pressed={theme === choice}
            className={styles.choice}
            onClick={() => setTheme(choice)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        )
      })}
    </div>
  )
}
