import { Button } from '@gatehouse/ui/core/button'
import { DangerIcon } from '@gatehouse/ui/core/icons'
import { Trans } from '@lingui/react/macro'
import { useCheckIn, useMachine } from '../check-in-store.ts'
import { showPassAgain } from '../visit-updates.ts'
import styles from './evacuation.module.css'
import { EvacuationPoints } from './evacuation-points.tsx'

export { loadMusterTexts } from '../muster-texts.ts'

/** Replaces the sign-in during an evacuation: where to go, and what signed-in visitors do. */
export default function Evacuation() {
  const { siteName, muster } = useMachine()
  const hasPassAside = useCheckIn((state) => state.asideCheckIn !== undefined)
  return (
    <div className={styles.evacuation}>
      <div className={styles.alarm} role="alert">
        <DangerIcon size={56} />
        <h1 className={styles.title}>
          <Trans>Evacuation: do not enter</Trans>
        </h1>
        <p className={styles.venue}>{siteName}</p>
        <EvacuationPoints points={muster?.points ?? []} className={styles.points} />
      </div>
      <div>
        <h2 className={styles.subtitle}>
          <Trans>Already signed in?</Trans>
        </h2>
        <p>
          <Trans>Press “I am safe” on your pass, or tell a member of staff at the muster point.</Trans>
        </p>
      </div>
      {hasPassAside && (
        <Button kind="primary" full onClick={showPassAgain}>
          <Trans>Back to the pass</Trans>
        </Button>
      )}
      <p className={styles.quiet}>
        <Trans>Sign-in opens again when the evacuation is over.</Trans>
      </p>
    </div>
  )
}
