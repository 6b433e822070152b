import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import type * as declared from '@gatehouse/validation/endpoints/own-muster'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import styles from './muster-notice.module.css'
import { EvacuationPoints } from './evacuation-points.tsx'
import type { OwnMuster } from './own-muster.ts'

const saySafeEndpoint = withoutSchemas<typeof declared.saySafeEndpoint>(
  { method: 'POST', path: '/checkin/muster/safe' },
  'muster',
)

interface MusterNoticeProps {
  muster: OwnMuster
  checkOutToken: string
}

/** Where to go, and a button with which the visitor reports safe. */
export default function MusterNotice({ muster: found, checkOutToken }: MusterNoticeProps) {
  /** The response to the button, until the next poll. */
  const [said, setSaid] = useState<OwnMuster | null>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const muster = said === undefined || found.saidSafe || found.isSeen ? found : said
  if (!muster) return null

  const saySafe = () => {
    setBusy(true)
    setFailed(false)
    api
      .call(saySafeEndpoint, { body: { checkOutToken } })
      .then(
        (answer) => setSaid(answer.muster),
        () => setFailed(true),
      )
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.notice}>
      <Notice
        kind="danger"
        live="assertive"
        title={
          muster.drill ? <Trans>Evacuation drill</Trans> : <Trans>Evacuation: leave the building now</Trans>
        }
        action={
          muster.isSeen || muster.saidSafe ? undefined : (
            <Button kind="primary" full busy={isBusy} onClick={saySafe}>
              <Trans>I am safe</Trans>
            </Button>
          )
        }
      >
        <EvacuationPoints points={muster.points} />
        {muster.isSeen ? (
          <p>
            <Trans>You were seen. Stay at the muster point until staff tell you otherwise.</Trans>
          </p>
        ) : (
          muster.saidSafe && (
            <p>
              <Trans>Staff can see that you reported safe. Wait until one of them has seen you.</Trans>
            </p>
          )
        )}
        {hasFailed && (
          <p>
            <Trans>That was not sent. Please try again, or tell a member of staff.</Trans>
          </p>
        )}
      </Notice>
    </div>
  )
}
