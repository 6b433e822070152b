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
  /** Undefined while nobody knows who is on the list. */
  count: MusterCount | undefined
  /** When the muster was started, and by whom. */
  since: string
  timeZone: TimeZone
  actions: ReactNode
}

/** Always visible: how many are missing, safe, and in all, and whether the phone is connected. */
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

/** What went wrong with the marks of this device. */
export function MusterNotices({ session, view }: { session: MusterSession; view: MusterView }) {
  return (
    <>
      {view.storage === 'refused' && (
        <div role="status" className={styles.keepsNothing}>
          {/* On a phone it leaves the room to the people. */}
          <details open={!matchMedia('(max-width: 599px)').matches}>
            <summary>
              <CautionIcon size={20} /> <Trans>This device keeps nothing</Trans>
            </summary>
            <Trans>
              Its browser refuses to store, or has no room. Do not close or reload this page while marks wait
              to be sent, and save the list as a file.
            </Trans>
          </details>
        </div>
      )}
      {view.isStartRefused && (
        <Notice
          kind="danger"
          live="assertive"
          title={<Trans>The server does not take this muster</Trans>}
          action={
            <Button onClick={() => void session.leave()}>
              <Trans>Back to the board</Trans>
            </Button>
          }
        >
          <Trans>
            You may not start one here any more, or it was started too long ago. What was marked is handed in
            to the muster that others hold, and is kept here until then.
          </Trans>
        </Notice>
      )}
      {view.elsewhere && <MarkedElsewhere session={session} elsewhere={view.elsewhere} />}
      <KeptMarks session={session} />
    </>
  )
}

/** Whoever marked without a network, and comes back to another muster, learns where their marks are. */
function MarkedElsewhere({ session, elsewhere }: { session: MusterSession; elsewhere: Elsewhere }) {
  const { muster, calls } = elsewhere
  const language = useLanguage()
  const started = formatDateTime(muster.started_at, language, timeZoneOf(muster.time_zone))
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>Another muster runs now</Trans>}
      action={
        <Button onClick={session.dropElsewhere}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      {muster.drill ? (
        <Trans>
          What you marked without a connection is in the drill of {started}, which is over. Whoever was seen
          there is missing here until somebody marks them again.
        </Trans>
      ) : (
        <Trans>
          What you marked without a connection is in the muster of {started}, which is over. Whoever was seen
          there is missing here until somebody marks them again.
        </Trans>
      )}{' '}
      {calls > 0 && (
        <Plural
          value={calls}
          one="# call for help is made here too."
          other="# calls for help are made here too."
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
