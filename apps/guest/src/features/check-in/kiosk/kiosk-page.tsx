import { Button } from '@gatehouse/ui/core/button'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { Trans } from '@lingui/react/macro'
import { PageLanguage, type PageProps } from '../../../lib/page.tsx'
import { isEvacuation, isKiosk, useCheckIn, venueNameOf } from '../check-in-store.ts'
import { formSteps, type Step } from '../form/flow.ts'
import { pressStartAgain } from '../start-again.ts'
import { IdleReturn } from './idle-return.tsx'
import styles from './kiosk-page.module.css'

interface KioskPageProps extends Pick<PageProps, 'languages' | 'onLanguage' | 'mainRef' | 'children'> {
  step: Step
}

const stepsWithForm: readonly Step[] = [...formSteps, 'signout']

/**
 * The page around each screen of a kiosk: a header with the venue and the way out of a form, and no
 * footer. The start screen is whole, without a header.
 */
export function KioskPage({ step, languages, onLanguage, mainRef, children }: KioskPageProps) {
  const venue = useCheckIn(venueNameOf)
  // Not if its method is switched off.
  const hasReturn = useCheckIn(isKiosk)
  // In an evacuation the kiosk does not ask whether the visitor is still there.
  const isEvacuated = useCheckIn(isEvacuation)
  const isStart = step === 'welcome' && !isEvacuated
  const hasForm = stepsWithForm.includes(step) && !isEvacuated
  return (
    <div className={classes(isStart ? styles.start : styles.page, hasForm && styles.form, styles[step])}>
      {!isStart && (
        <header className={styles.header}>
          <p className={styles.venue}>{venue}</p>
          <PageLanguage languages={languages} onLanguage={onLanguage} />
          {hasForm && (
            // Lets a visitor who stops leave nothing for the next one to see.
            <Button kind="quiet" onClick={pressStartAgain}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </header>
      )}
      <main className={styles.main} ref={mainRef} tabIndex={-1}>
        {children}
        {hasReturn && <IdleReturn step={isEvacuated ? 'welcome' : step} />}
      </main>
    </div>
  )
}
