import { VisuallyHidden } from '../core/visually-hidden.tsx'
import styles from './masked-number.module.css'
import { HiddenIcon } from './shell-icons.tsx'

/** A phone number of which only the end may be read, as `••• 486`: never a link, because nothing could be dialled. */
export function MaskedNumber({ mask, label }: { mask: string; label: string }) {
  return (
    <span className={styles.masked}>
      <HiddenIcon size={16} />
      <span aria-hidden="true">{mask}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
