import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import {
  exportMusterReportEndpoint,
  getMusterReportEndpoint,
  type Muster,
  type ReportedPerson,
} from '@gatehouse/validation/endpoints/musters'
import { Trans, useLingui } from '@lingui/react/macro'
import { musterFileName } from '@gatehouse/validation/export-name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { guardApi as api } from '../../../lib/api.ts'
import { useRegionalPhone } from '../../../lib/session-config.ts'
import { ListHead, sheetList } from '../display/print/sheets.tsx'
import styles from './muster.module.css'
import { writeDuration } from './duration.ts'
import { remarksOfReported } from './remarks.ts'
import { saveFile } from './roll-rows.ts'
import { untilLoaded } from './until-loaded.ts'
import { signed, useAdmin, useFigures, useSay, useSpan, useTimeOfDay } from './words.ts'

interface ReportViewProps {
  muster: Muster
  /** The version of the muster: a late mark changes the report. */
  version: number
  /** Whether this user may see the report. */
  canRead: boolean
  onBack: () => void
}

/** A muster that is over, with its report. */
export function ReportView({ muster, version, canRead, onBack }: ReportViewProps) {
  const { t } = useLingui()
  const timeZone = timeZoneOf(muster.time_zone)
  const [hasFailed, setFailed] = useState(false)
  const report = useQuery({
    queryKey: ['muster-report', muster.id, version],
    queryFn: ({ signal }) => api.call(getMusterReportEndpoint, { params: { id: muster.id } }, { signal }),
    enabled: canRead,
    ...untilLoaded,
  })
  const time = useTimeOfDay(timeZone, muster.started_at)
  const say = signed(useSay(time), time)
  const admin = useAdmin()
  const writeSpan = useSpan(timeZone)
  const formatPhone = useRegionalPhone()
  const writeFigures = useFigures()
  const outcomes: Record<ReportedPerson['outcome'], string> = {
    safe: t`Safe`,
    missing: t`Missing`,
    left: t`Left before`,
    not_counted: t`Not counted`,
    withdrawn: t`Taken off the list`,
  }
  const writeRemarks = (person: ReportedPerson) =>
    remarksOfReported(person, admin)
      .filter(({ kind }) => kind !== 'safe')
      .map(say)
      .join(' · ')
  const title = `${muster.drill ? t`The drill has ended` : t`The muster has ended`} – ${muster.site_name}`
  const span = writeSpan(muster)
  const running = `${muster.drill ? t`Drill` : t`Muster`} – ${muster.site_name} · ${span}`
  const columns = [t`Name`, t`Dependants`, t`Role`, t`Mobile`, t`State`, t`Seen by`, t`After`, t`Remarks`]
  const saveCsv = async () => {
    const response = await api.call(exportMusterReportEndpoint, { params: { id: muster.id } })
    const name = musterFileName({ ...muster, time_zone: timeZone }, new Date(muster.started_at), 'csv')
    saveFile(name, await response.blob())
  }
  return (
    <section className={styles.report}>
      <h2>{title}</h2>
      <p>{span}</p>
      {(muster.started_by ?? muster.ended_by) !== null && (
        <p>
          {[
            muster.started_by !== null &&
              (muster.drill
                ? t({ context: 'drill', message: `Started by ${muster.started_by}` })
                : t({ context: 'muster', message: `Started by ${muster.started_by}` })),
            muster.ended_by !== null &&
              (muster.drill
                ? t({ context: 'drill', message: `Ended by ${muster.ended_by}` })
                : t({ context: 'muster', message: `Ended by ${muster.ended_by}` })),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {muster.forgotten && (
        <p>
          {muster.drill ? (
            <Trans context="drill">Ended automatically after 24 hours without activity.</Trans>
          ) : (
            <Trans context="muster">Ended automatically after 24 hours without activity.</Trans>
          )}
        </p>
      )}
      <p className={styles.result} data-missing={(muster.missing ?? 0) > 0}>
        {writeFigures({ missing: muster.missing ?? 0, safe: muster.safe ?? 0, total: muster.total ?? 0 })}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={onBack}>
          <Trans>Back to the board</Trans>
        </Button>
        {canRead && (
          <>
            <Button onClick={() => window.print()}>
              <Trans>Print the report</Trans>
            </Button>
            <Button
              onClick={() =>
                void saveCsv().then(
                  () => setFailed(false),
                  () => setFailed(true),
                )
              }
            >
              <Trans>Save as CSV</Trans>
            </Button>
          </>
        )}
      </div>
      {hasFailed && (
        <Notice kind="danger" live="assertive">
          <Trans>The file could not be downloaded. Try again.</Trans>
        </Notice>
      )}
      {report.isError && (
        <Notice
          kind="caution"
          live="polite"
          title={<Trans>The report could not be loaded</Trans>}
          action={
            <Button busy={report.isFetching} onClick={() => void report.refetch()}>
              <Trans>Retry</Trans>
            </Button>
          }
        >
          <Trans>The board tries again every 10 seconds.</Trans>
        </Notice>
      )}
      {report.isLoading && (
        <WaitingText>
          <Trans>Loading the report…</Trans>
        </WaitingText>
      )}
      {report.data && (
        // What scrolls sideways on a phone is reached by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.tableFrame} role="region" aria-label={t`Report`} tabIndex={0}>
          <table className={`${sheetList} ${styles.table} ${styles.reported}`}>
            <ListHead running={running} columns={columns} />
            <tbody>
              {report.data.people.map((person) => (
                <tr key={person.id} data-state={person.outcome}>
                  <td data-broken="name">{person.name || <Trans>Name deleted</Trans>}</td>
                  <td data-whole>{person.dependents > 0 && `+ ${person.dependents}`}</td>
                  <td data-broken>{person.role ?? (person.kind === 'visitor' && <Trans>Visitor</Trans>)}</td>
                  <td data-whole>
                    {person.mobile && (person.mobile_masked ? person.mobile : formatPhone(person.mobile))}
                  </td>
                  <td data-whole>{outcomes[person.outcome]}</td>
                  <td data-label={t`Seen by`}>
                    {person.safe_at && `${person.safe_by || admin}, ${time(person.safe_at)}`}
                  </td>
                  <td data-label={t`After`}>
                    {person.safe_at &&
                      (person.seconds === null ? <Trans>in the drill</Trans> : writeDuration(person.seconds))}
                  </td>
                  <td>{writeRemarks(person)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
