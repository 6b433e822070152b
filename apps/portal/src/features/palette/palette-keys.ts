import { sharedSetting } from '@gatehouse/ui/staff/shared-setting.ts'
import { useEffect } from 'react'

/**
 * Whether keys without Ctrl or ⌘ are shortcuts. Users of speech input type such keys by accident.
 */
export const singleKeys = sharedSetting('single-keys', ['on', 'off'], 'on')

export type PaletteWindow = 'search' | 'keys'

/**
 * Opens the search with Ctrl K or ⌘ K, and the list of shortcuts with a question mark outside of
 * fields.
 */
export function usePaletteKeys(open: (which: PaletteWindow) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, key, metaKey, target } = event
      if (altKey || event.defaultPrevented || event.isComposing) return
      const isCommand = ctrlKey || metaKey
      const which =
        isCommand && key.toLowerCase() === 'k'
          ? 'search'
          : !isCommand && key === '?' && singleKeys.get() === 'on' && !isField(target)
            ? 'keys'
            : undefined
      if (which === undefined) return
      event.preventDefault()
      open(which)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
