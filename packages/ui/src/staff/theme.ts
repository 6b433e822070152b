import { create } from 'zustand'
import { remembered } from './remembered.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const stored = remembered('theme', (text): text is Theme => (themes as readonly string[]).includes(text))
const useStore = create<{ theme: Theme }>()(() => ({ theme: stored.get() ?? 'system' }))

/** Draws the page in the remembered theme; `system` leaves the choice to the device. */
export function applyTheme(): void {
  const { theme } = useStore.getState()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setTheme(theme: Theme): void {
  stored.set(theme)
  useStore.setState({ theme })
  applyTheme()
}

export function useTheme(): Theme {
  return useStore(({ theme }) => theme)
}
