import { VisuallyHidden } from '../core/visually-hidden.tsx'
import styles from './masked-number.module.css'
import { HiddenIcon } from './shell-icons.tsx'

/**
 * A phone number with only its end visible, as `••• 486`. Never a link: it could not be dialled.
 */
export function MaskedNumber({ mask, label }: { mask: string; label: string }) {
  return (
    <span className={styles.masked}>
      <HiddenIcon size={16} />
      <span aria-hidden="true">{mask}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
