import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'
import { Trans } from '@lingui/react/macro'
import styles from './board-screen.module.css'

/** What is left when drawing the board failed. */
export function RenderError() {
  return (
    <main className={styles.message} role="alert">
      <FailedDrawing />
      <h1 className={styles.messageTitle}>
        <Trans>Oops! Something went wrong.</Trans>
      </h1>
      <p>
        <Trans>Please try refreshing the browser or contact support.</Trans>
      </p>
      <Button kind="primary" onClick={() => location.reload()}>
        <Trans>Refresh</Trans>
      </Button>
    </main>
  )
}
