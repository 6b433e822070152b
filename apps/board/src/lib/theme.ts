import { useSyncExternalStore } from 'react'
import { remembered } from './remembered.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const stored = remembered('theme', (text): text is Theme => (themes as readonly string[]).includes(text))
const listeners = new Set<() => void>()

/** Draws the page in the remembered theme; `system` leaves the choice to the device. */
export function applyTheme(): void {
  const theme = getTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setTheme(theme: Theme): void {
  stored.set(theme)
  applyTheme()
  listeners.forEach((listener) => listener())
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme)
}

function getTheme(): Theme {
  return stored.get() ?? 'system'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
