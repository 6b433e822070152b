import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './render-error.module.css'
import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'

/** Replaces the page when rendering it fails (specification, section 2). */
export function RenderError() {
  return (
    <main>
      <ErrorScreen title={<Trans>Oops! Something went wrong.</Trans>}>
        <Trans>Please try refreshing the browser or contact support.</Trans>
      </ErrorScreen>
    </main>
  )
}

/** What has gone wrong, and a button that loads the page again. */
export function ErrorScreen({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.error}>
      <FailedDrawing />
      <h1 className={styles.title}>{title}</h1>
      <p>{children}</p>
      <Button kind="primary" full onClick={() => location.reload()}>
        <Trans>Refresh</Trans>
      </Button>
    </div>
  )
}
