import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { Muster, ReportedPerson } from '@gatehouse/validation/endpoints/musters'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fetchReportFile, getMusterReportEndpoint } from '../../../lib/later-calls.ts'
import styles from './muster.module.css'
import { writeDuration } from './duration.ts'
import { saveFile } from './roll-rows.ts'

interface ReportViewProps {
  muster: Muster
  /** Of the muster: a late mark changes the report. */
  version: number
  /** Whether the reader may see the report. */
  canRead: boolean
  onBack: () => void
}

/** A muster that is over, with its report. */
export function ReportView({ muster, version, canRead, onBack }: ReportViewProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const timeZone = timeZoneOf(muster.time_zone)
  const [hasFailed, setFailed] = useState(false)
  const report = useQuery({
    queryKey: ['muster-report', muster.id, version],
    queryFn: ({ signal }) => api.call(getMusterReportEndpoint, { params: { id: muster.id } }, { signal }),
    enabled: canRead,
    networkMode: 'always',
  })
  const time = (at: string | null) => (at === null ? '' : formatTime(at, language, timeZone))
  const outcomes: Record<ReportedPerson['outcome'], string> = {
    safe: t`Safe`,
    missing: t`Missing`,
    left: t`Left before`,
    withdrawn: t`Taken off the list`,
  }
  const saveCsv = () =>
    fetchReportFile(muster.id).then(
      (file) => {
        setFailed(false)
        saveFile(`muster-${muster.started_at.slice(0, 10)}.csv`, file)
      },
      () => setFailed(true),
    )
  return (
    <section className={styles.report}>
      <h2>
        {muster.drill ? <Trans>The drill is over</Trans> : <Trans>The muster is over</Trans>} –{' '}
        {muster.site_name}
      </h2>
      <p>
        <Trans>
          From {formatDateTime(muster.started_at, language, timeZone)} to {time(muster.ended_at)}
        </Trans>
      </p>
      {muster.forgotten && (
        <p>
          <Trans>Nobody ended it. It was ended because nothing was marked for a day.</Trans>
        </p>
      )}
      <p className={styles.result} data-missing={(muster.missing ?? 0) > 0}>
        <Plural value={muster.missing ?? 0} one="# missing" other="# missing" />,{' '}
        <Plural value={muster.safe ?? 0} one="# safe" other="# safe" />,{' '}
        <Plural value={muster.total ?? 0} one="# in all" other="# in all" />
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
            <Button onClick={() => void saveCsv()}>
              <Trans>Save as CSV</Trans>
            </Button>
          </>
        )}
      </div>
      {hasFailed && (
        <Notice kind="danger" live="assertive">
          <Trans>The server did not give the file. Please try again.</Trans>
        </Notice>
      )}
      {report.isError && (
        <Notice kind="caution">
          <Trans>The report could not be loaded. It is fetched again when the server answers.</Trans>
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Name</Trans>
                </th>
                <th scope="col">
                  <Trans>State</Trans>
                </th>
                <th scope="col">
                  <Trans>Seen by</Trans>
                </th>
                <th scope="col">
                  <Trans>At</Trans>
                </th>
                <th scope="col">
                  <Trans>After</Trans>
                </th>
                <th scope="col">
                  <Trans>Remarks</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {report.data.people.map((person) => (
                <tr key={person.id} data-state={person.outcome}>
                  <td>
                    {person.name || <Trans>Name deleted</Trans>}
                    {person.dependents > 0 && ` + ${person.dependents}`}
                  </td>
                  <td>{outcomes[person.outcome]}</td>
                  <td>{person.safe_by}</td>
                  <td>{time(person.safe_at)}</td>
                  <td>{person.seconds !== null && writeDuration(person.seconds)}</td>
                  <td>{[person.point, ...person.notes].filter(Boolean).join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
