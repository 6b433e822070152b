import { buttonClass } from '../core/button.tsx'
import styles from './trigger.module.css'

export type TriggerKind = 'secondary' | 'quiet' | 'icon' | 'bare'

/** The class of a button that opens something: `icon` is square, `bare` has no style of its own. */
export function triggerClass(kind: TriggerKind = 'secondary'): string {
  return {
    secondary: buttonClass({ kind: 'secondary' }),
    quiet: buttonClass({ kind: 'quiet' }),
    icon: styles.icon!,
    bare: styles.bare!,
  }[kind]
}
