import { useWorkingClient } from './use-working-client.ts'
import styles from './working-client-name.module.css'

/** Whose data a site admin sees, where the side bar with the choice is folded or away. */
export function WorkingClientName() {
  const { label, onlyOne } = useWorkingClient()
  return onlyOne === undefined && <p className={styles.name}>{label}</p>
}
