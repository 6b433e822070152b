import { CautionIcon } from '@gatehouse/ui/core/icons'
import { Notice } from '@gatehouse/ui/core/notice'
import type { MusterCount } from '@gatehouse/validation/muster'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { isStale } from '../board-times.ts'
import styles from './muster.module.css'
import type { MusterView } from './muster-session.ts'
import type { KeptMuster } from './storage.ts'

interface MusterBarProps {
  current: KeptMuster
  view: MusterView
  count: MusterCount
  /** When the muster was started. */
  started: string
  /** When the server was heard last. */
  heard: string | undefined
  actions: ReactNode
}

/** Always visible: how many are missing, safe, and in all, and whether the phone is connected. */
export function MusterBar({ current, view, count, started, heard, actions }: MusterBarProps) {
  const { muster, isLocal } = current
  const isQuiet = isStale(view.heardAt, useNow(1000))
  const isOutdated = view.isOffline || isQuiet
  return (
    <section className={styles.bar} data-drill={muster.drill} aria-label={muster.site_name}>
      <p className={styles.title}>
        {muster.drill ? <Trans>Drill</Trans> : <Trans>Muster</Trans>}
        <span className={styles.since}>
          {muster.started_by === null ? (
            <Trans>since {started}</Trans>
          ) : (
            <Trans>
              since {started}, {muster.started_by}
            </Trans>
          )}
        </span>
      </p>
      <dl className={styles.figures}>
        <Figure isHero name={<Trans>missing</Trans>} value={count.missing} />
        <Figure name={<Trans>safe</Trans>} value={count.safe} />
        <Figure name={<Trans>in all</Trans>} value={count.total} />
      </dl>
      <p className={styles.state} role="status" data-stale={isOutdated}>
        {isOutdated && <CautionIcon size={20} />}
        {isOutdated ? (
          heard === undefined ? (
            <Trans>No connection.</Trans>
          ) : (
            <Trans>No connection since {heard}.</Trans>
          )
        ) : (
          <Trans>Connected</Trans>
        )}{' '}
        {view.pending > 0 && (
          <Plural value={view.pending} one="# mark waits to be sent." other="# marks wait to be sent." />
        )}
        {isLocal && <Trans>The muster itself is not sent yet.</Trans>}
      </p>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}

/** What went wrong with the marks of this device. */
export function MusterNotices({ view }: { view: MusterView }) {
  return (
    <>
      {view.storage === 'refused' && (
        <Notice kind="danger" live="polite" title={<Trans>This device keeps nothing</Trans>}>
          <Trans>
            Its browser refuses to store, or has no room. Do not close or reload this page while marks wait to
            be sent, and save the list as a file.
          </Trans>
        </Notice>
      )}
      {view.refused > 0 && (
        <Notice kind="caution" live="polite" title={<Trans>Some marks were refused</Trans>}>
          <Plural
            value={view.refused}
            one="The server has not taken # mark, because its muster is over."
            other="The server has not taken # marks, because their muster is over."
          />
        </Notice>
      )}
    </>
  )
}

function Figure({ name, value, isHero }: { name: ReactNode; value: number; isHero?: boolean }) {
  return (
    <div className={styles.figure} data-hero={isHero}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
