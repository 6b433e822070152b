import { Trans } from '@lingui/react/macro'
import styles from './broken.module.css'
import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'

/** Shown where drawing the page itself has failed (specification, section 2). */
export function Broken() {
  return (
    <main className={styles.broken}>
      <FailedDrawing />
      <h1 className={styles.title}>
        <Trans>Oops! Something went wrong.</Trans>
      </h1>
      <p>
        <Trans>Please try refreshing the browser or contact support.</Trans>
      </p>
      <Button kind="primary" full onClick={() => location.reload()}>
        <Trans>Refresh</Trans>
      </Button>
    </main>
  )
}
