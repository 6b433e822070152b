import { sharedSetting } from '@gatehouse/ui/staff/shared-setting.ts'

export const numbers = sharedSetting('numbers', ['shown', 'hidden'] as const, 'shown')

/** Hides phone numbers from people who pass the screen, if chosen in this browser. */
export function applyNumbers(): void {
  document.documentElement.dataset['numbers'] = numbers.get()
}
