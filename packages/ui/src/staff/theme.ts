import { useSyncExternalStore } from 'react'
import { remembered } from './remembered.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const stored = remembered('theme', themes)
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  return stored.get() ?? 'system'
}

/** Draws the page in the remembered theme; `system` leaves the choice to the device. */
export function applyTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setTheme(theme: Theme): void {
  stored.set(theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentTheme)
}
