import { Trans } from '@lingui/react/macro'
import styles from './render-error.module.css'
import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'

/** Replaces the page if rendering it fails (specification, section 2). */
export function RenderError() {
  return (
    <main>
      <ErrorScreen />
    </main>
  )
}

/** Replaces a step that fails, or whose chunk could not be fetched. */
export function ErrorScreen() {
  return (
    <div className={styles.error}>
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
    </div>
  )
}
