import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import type { MusterCount } from '@gatehouse/validation/muster'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { ActionMenu } from '../people/action-menu.tsx'
import { useConnectionWords } from './connection-words.ts'
import styles from './muster.module.css'
import { KeptMarks } from './kept-marks.tsx'
import type { Elsewhere, MusterSession, MusterView } from './muster-session.ts'
import type { KeptMuster } from './storage.ts'

interface MusterBarProps {
  current: KeptMuster
  view: MusterView
  /** Undefined while the list is unknown. */
  count: MusterCount | undefined
  /** When and by whom the muster was started. */
  since: string
  timeZone: TimeZone
  actions: ReactNode
}

/**
 * Always visible: how many people are missing, safe and in all, and the state of the connection.
 */
export function MusterBar({ current, view, count, since, timeZone, actions }: MusterBarProps) {
  const { t } = useLingui()
  const { muster } = current
  const { isOutdated, connection, waiting } = useConnectionWords(timeZone)(view, current, useNow(1000))
  return (
    <section className={styles.bar} data-slim data-drill={muster.drill} aria-label={muster.site_name}>
      <p className={styles.title}>
        {muster.drill ? <Trans>Drill</Trans> : <Trans>Muster</Trans>}
        <span className={styles.since}>{since}</span>
      </p>
      <dl className={styles.figures}>
        <Figure isHero name={<Trans>missing</Trans>} value={count?.missing} />
        <Figure name={<Trans>safe</Trans>} value={count?.safe} />
        <Figure name={<Trans>in all</Trans>} value={count?.total} />
      </dl>
      <div className={styles.end}>
        <p
          className={styles.state}
          role="status"
          data-stale={isOutdated}
          data-long={isOutdated || waiting !== ''}
        >
          {isOutdated && <CautionIcon size={20} />}
          <span>{`${connection} ${waiting}`}</span>
        </p>
        <div className={styles.actions}>
          <ActionMenu label={t`Actions`}>{actions}</ActionMenu>
        </div>
      </div>
    </section>
  )
}

/** Problems with this device's marks. */
export function MusterNotices({ session, view }: { session: MusterSession; view: MusterView }) {
  return (
    <>
      {view.storage === 'refused' && (
        <div role="status" className={styles.keepsNothing}>
          {/* On a phone it is closed, to leave space for the people. */}
          <details open={!matchMedia('(max-width: 599px)').matches}>
            <summary>
              <CautionIcon size={20} /> <Trans>This device can’t store data</Trans>
            </summary>
            <Trans>
              This browser can’t store data, or has no space left. Keep this page open until all marks are
              sent, and save the list as a file.
            </Trans>
          </details>
        </div>
      )}
      {view.isStartRefused && (
        <Notice
          kind="danger"
          live="assertive"
          title={<Trans>The server rejected this muster</Trans>}
          action={
            <Button onClick={() => void session.leave()}>
              <Trans>Back to the board</Trans>
            </Button>
          }
        >
          <Trans>
            You can’t start a muster here any more, or it was started too long ago. The marks are kept here
            and added to the next muster that another warden starts.
          </Trans>
        </Notice>
      )}
      {view.elsewhere && <MarkedElsewhere session={session} elsewhere={view.elsewhere} />}
      <KeptMarks session={session} />
    </>
  )
}

/** Shown to a warden who marked offline and comes back to another muster: where the marks went. */
function MarkedElsewhere({ session, elsewhere }: { session: MusterSession; elsewhere: Elsewhere }) {
  const { muster, calls } = elsewhere
  const language = useLanguage()
  const started = formatDateTime(muster.started_at, language, timeZoneOf(muster.time_zone))
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>Another muster is running</Trans>}
      action={
        <Button onClick={session.dropElsewhere}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      {muster.drill ? (
        <Trans>
          What you marked offline belongs to the drill of {started}, which has ended. Mark those people again
          here.
        </Trans>
      ) : (
        <Trans>
          What you marked offline belongs to the muster of {started}, which has ended. Mark those people again
          here.
        </Trans>
      )}{' '}
      {calls > 0 && (
        <Plural
          value={calls}
          one="# call for help was repeated here."
          other="# calls for help were repeated here."
        />
      )}
    </Notice>
  )
}

function Figure({ name, value, isHero }: { name: ReactNode; value: number | undefined; isHero?: boolean }) {
  return (
    <div className={styles.figure} data-hero={isHero}>
      <dt>{name}</dt>
      <dd translate="no">{value ?? '–'}</dd>
    </div>
  )
}
