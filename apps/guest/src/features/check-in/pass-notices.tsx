import { formatDay, formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans } from '@lingui/react/macro'
import { useCheckIn } from './check-in-store.ts'
import styles from './details-step.module.css'
import { clearDetails } from './form-actions.ts'
import { pendingAttempt } from './submission/submission.ts'
import { showPassAgain } from './visit-updates.ts'
import { venueZone } from './venue-zone.ts'
import { Notice } from '@gatehouse/ui/core/notice'
import { visitLimits } from '@gatehouse/validation/limits'

/** What the form shows about an earlier pass on this phone. */
export function PassNotices() {
  return (
    <>
      <EndedPass />
      <PassAside />
    </>
  )
}

/** Shows that the phone's pass has ended, if that was less than a day ago. */
function EndedPass() {
  const language = useLanguage()
  const signedInAt = useCheckIn((state) => state.endedSignIn)
  if (signedInAt === undefined) return null
  const hours = visitLimits.storedCheckInHours
  const time = formatTime(signedInAt, language, venueZone())
  const day = formatDay(signedInAt, language, venueZone())
  return (
    <Notice kind="info" title={<Trans>Your pass has ended</Trans>} live="polite">
      <Trans>
        It was valid for {hours} hours. Sign-in: {time}, {day}. Sign in again, or tell a member of staff that
        you are leaving.
      </Trans>
    </Notice>
  )
}

/** The link back to the pass that Start Again has put aside. */
function PassAside() {
  const checkIn = useCheckIn((state) => state.asideCheckIn)
  const isSending = useCheckIn(({ submission }) => pendingAttempt(submission) !== undefined)
  const isRemembered = useCheckIn(({ draft }) => draft.areDetailsRemembered)
  if (!checkIn || isSending) return null
  const name = checkIn.firstName
  return (
    <p className={styles.remembered}>
      <span>
        <Trans>{name} is signed in. A new sign-in replaces this pass on this phone.</Trans>
      </span>
      <button type="button" className={styles.notYou} onClick={showPassAgain}>
        <Trans>Back to the pass</Trans>
      </button>
      {isRemembered && (
        <button type="button" className={styles.notYou} onClick={clearDetails}>
          <Trans>Not you?</Trans>
        </button>
      )}
    </p>
  )
}
