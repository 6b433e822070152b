import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Trans } from '@lingui/react/macro'
import gridStyles from './people-grid.module.css'
import styles from './card-skeletons.module.css'

/** Cards without people, while the first answer is awaited. */
export function CardSkeletons() {
  return (
    <div>
      <VisuallyHidden>
        <span role="status">
          <Trans>Loading the board…</Trans>
        </span>
      </VisuallyHidden>
      <ul className={gridStyles.grid} aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => (
          <li key={at} className={styles.card} />
        ))}
      </ul>
    </div>
  )
}
