import { sharedSetting } from './shared-setting.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const theme = sharedSetting('theme', themes, 'system')

/** Applies the stored theme; `system` follows the device. */
export function applyTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}

export function setTheme(chosen: Theme): void {
  theme.set(chosen)
  applyTheme()
}

export const useTheme = theme.use
