import { classes } from '../core/classes.ts'
import fieldStyles from '../core/field.module.css'
import { CloseIcon } from '../core/icons.tsx'
import styles from './search-field.module.css'
import { SearchIcon } from './shell-icons.tsx'

export interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  clearLabel: string
  placeholder?: string | undefined
  /** The field's id in the page. */
  id?: string
}

/** A search box; Escape or the clear button empties it. */
export function SearchField({ label, value, onChange, clearLabel, placeholder, id }: SearchFieldProps) {
  return (
    <span className={styles.frame} role="search" aria-label={label}>
      <SearchIcon size={18} />
      <input
        id={id}
        type="search"
        className={classes(fieldStyles.control, styles.input)}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) onChange('')
        }}
      />
      {value && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={() => onChange('')}>
          <CloseIcon size={16} />
        </button>
      )}
    </span>
  )
}
