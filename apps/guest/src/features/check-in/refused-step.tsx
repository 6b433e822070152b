import { formatDay, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Pass } from '@gatehouse/ui/core/pass'
import { Trans } from '@lingui/react/macro'
import { changeDraft, formOf, isKiosk, useCheckIn, venueNameOf } from './check-in-store.ts'
import styles from './complete-step.module.css'
import { withoutFailing } from './form/without-failing.ts'
import { pressStartAgain } from './start-again.ts'
import { venueZone } from './venue-zone.ts'

/** An answer has refused the visitor. Going back is recorded in the log. */
export function RefusedStep() {
  const language = useLanguage()
  const { details, refusedAt } = useCheckIn((state) => state.draft)
  const venue = useCheckIn(venueNameOf)
  const kiosk = useCheckIn(isKiosk)
  const zone = venueZone()
  const clock = splitTime(refusedAt, language, zone)
  return (
    <div className={kiosk ? `${styles.complete} ${styles.kiosk}` : styles.complete}>
      <Pass
        outcome="banned"
        word={<Trans>Do not proceed</Trans>}
        name={`${details.firstName} ${details.lastName}`}
        venue={venue}
        time={
          <>
            <time dateTime={refusedAt}>{clock.time.replace(/\s/g, ' ')}</time> <small>{clock.zone}</small>
          </>
        }
        timeLabel={<Trans>Time</Trans>}
        timeDetail={formatDay(refusedAt, language, zone)}
      >
        <div className={styles.message}>
          <h2 className={styles.title}>
            <Trans>You can’t sign in with this answer</Trans>
          </h2>
          <p>
            <Trans>Please do not proceed. Speak with a member of staff: they can tell you more.</Trans>
          </p>
        </div>
      </Pass>
      <div className={styles.actions}>
        {kiosk && (
          <Button kind="primary" full onClick={pressStartAgain}>
            <Trans>Done</Trans>
          </Button>
        )}
        <Button
          full
          onClick={() => {
            const state = useCheckIn.getState()
            const answers = withoutFailing(formOf(state).questions, state.draft.answers)
            changeDraft({ refusedAt: '', answers })
          }}
        >
          <Trans>I answered by mistake</Trans>
        </Button>
      </div>
    </div>
  )
}
