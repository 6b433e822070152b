import { buttonClass } from '../core/button.tsx'
import styles from './trigger.module.css'

export type TriggerKind = 'secondary' | 'quiet' | 'icon' | 'bare'

/** How the button that opens something looks: `icon` is a square, `bare` draws nothing but what is put on it. */
export function triggerClass(kind: TriggerKind = 'secondary'): string {
  return {
    secondary: buttonClass({ kind: 'secondary' }),
    quiet: buttonClass({ kind: 'quiet' }),
    icon: styles.icon!,
    bare: styles.bare!,
  }[kind]
}
