import { Button } from '@gatehouse/ui/core/button'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './cursor-pages.module.css'

interface CursorPagesProps {
  /** The place of the page in view; undefined on that of the latest. */
  cursor: string | undefined
  newer?: string | null | undefined
  older: string | null | undefined
  isBusy?: boolean
  onTurn: (cursor: string | undefined) => void
}

/** Turns the pages of what is listed by time, the latest first. */
export function CursorPages({ cursor, newer, older, isBusy = false, onTurn }: CursorPagesProps) {
  const { t } = useLingui()
  if (cursor === undefined && !older) return null
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      {cursor !== undefined && (
        <Button onClick={() => onTurn(undefined)}>
          <Trans>Latest</Trans>
        </Button>
      )}
      {newer && (
        <Button onClick={() => onTurn(newer)}>
          <Trans>Newer</Trans>
        </Button>
      )}
      {older && (
        <Button busy={isBusy} onClick={() => onTurn(older)}>
          <Trans>Older</Trans>
        </Button>
      )}
    </nav>
  )
}
