import { useWorkingClient } from './use-working-client.ts'
import styles from './working-client-name.module.css'

/**
 * The client whose data a site admin sees, where the side bar with the choice is collapsed or
 * hidden.
 */
export function WorkingClientName() {
  const { label, onlyOne } = useWorkingClient()
  return onlyOne === undefined && <p className={styles.name}>{label}</p>
}
