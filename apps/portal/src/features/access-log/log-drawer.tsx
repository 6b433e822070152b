import { formatDuration } from '@gatehouse/i18n/format/durations'
import { formatTemperature } from '@gatehouse/i18n/format/temperature'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Drawer, FooterNote } from '@gatehouse/ui/aria/drawer'
import { Button } from '@gatehouse/ui/core/button'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { LogEntry, LogRecord } from '@gatehouse/validation/endpoints/access-log'
import type { HostAnswer } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { type BanSubject, toBanSubject } from '../../lib/ban-subject.ts'
import { Pending } from '../../lib/failure.tsx'
import { GivenAnswers } from '../../lib/given-answers.tsx'
import { hostAnswerLabels } from '../../lib/labels/vocabulary-labels.ts'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { CorrectionChanges } from './correction-changes.tsx'
import { kindLabels, resultLabels, sourceLabels } from './log-words.ts'
import { banQuery, recordQuery } from './queries.ts'
import { DrawerSection } from '../../lib/drawer-section.tsx'
import styles from '../../lib/drawer-section.module.css'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const CorrectModal = lazyWindow(() => import('./correct-modal.tsx'), 'CorrectModal')

export type LogEditor = 'check-out' | 'correct'

/** An opened entry. The name is unknown where its row is on another page. */
export interface OpenedEntry extends Pick<LogEntry, 'record_id'> {
  person: string | undefined
}

interface LogDrawerProps {
  entry: OpenedEntry
  /** The window that is open beside it. */
  editor: LogEditor | undefined
  onEdit: (editor: LogEditor | undefined) => void
  onBan: (subject: BanSubject) => void
  onClose: () => void
}

/**
 * The visit or refused attempt behind an entry: what happened in order, the answers, the
 * corrections.
 */
export function LogDrawer({ entry, editor, onEdit, onBan, onClose }: LogDrawerProps) {
  const { t } = useLingui()
  const { data: record, ...query } = useQuery(recordQuery(entry.record_id))
  const person = entry.person ?? (record && `${record.first_name} ${record.last_name}`.trim())
  return (
    <>
      <Drawer
        title={(person === undefined ? t`Visit` : person) || t`Name deleted`}
        onClose={onClose}
        footer={record && <RecordActions record={record} onEdit={onEdit} onBan={onBan} />}
      >
        {record ? (
          <RecordDetails record={record} />
        ) : (
          <Pending title={<Trans>The visit could not be loaded</Trans>} query={query} height={240} />
        )}
      </Drawer>
      {editor && record?.can_manage && (
        <CorrectModal
          record={record}
          isCheckOut={editor === 'check-out' && record.can_check_out}
          onClose={() => onEdit(undefined)}
        />
      )}
    </>
  )
}

interface RecordActionsProps {
  record: LogRecord
  onEdit: (editor: LogEditor) => void
  onBan: (subject: BanSubject) => void
}

/** An ended ban, or one that the reader may not read, is treated as none. */
function RecordActions({ record, onEdit, onBan }: RecordActionsProps) {
  const { data: ban, isPending } = useQuery(banQuery(record.ban_id))
  const isBanned = record.ban_id !== null && (isPending || (ban && ban.state !== 'over'))
  const subject = isBanned ? undefined : toBanSubject(record)
  if (!record.can_manage)
    return (
      <FooterNote>
        <Trans>Only managers of the site can change this.</Trans>
      </FooterNote>
    )
  return (
    <>
      {subject && (
        <Button onClick={() => onBan(subject)}>
          <Trans>Ban</Trans>
        </Button>
      )}
      <Button onClick={() => onEdit('correct')}>
        {record.can_correct ? <Trans>Correct or note</Trans> : <Trans>Add a note</Trans>}
      </Button>
      {record.can_check_out && (
        <Button kind="primary" onClick={() => onEdit('check-out')}>
          <Trans>Check out</Trans>
        </Button>
      )}
    </>
  )
}

function RecordDetails({ record }: { record: LogRecord }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: ban } = useQuery(banQuery(record.ban_id))
  const stay =
    record.signed_out_at === null
      ? undefined
      : formatDuration((Date.parse(record.signed_out_at) - Date.parse(record.at)) / 60_000)
  return (
    <>
      <Facts
        facts={[
          { label: t`Site`, value: record.site },
          { label: t`Method`, value: record.method ?? '–' },
          { label: t`Source`, value: t(sourceLabels[record.source]) },
          {
            label: t`Role`,
            value: [t(kindLabels[record.kind]), ...(record.role === null ? [] : [record.role])].join(' · '),
          },
          {
            label: t`Mobile`,
            value: <MobileNumber mobile={record.mobile} isMasked={record.mobile_masked} />,
          },
          { label: t`Dependants`, value: record.dependents },
          record.host !== null && { label: t`Visiting`, value: record.host },
          { label: t`Result`, value: t(resultLabels[record.result]) },
          ban !== undefined && {
            label: t`Reason for the ban`,
            value: (
              <Link to="/settings/bans" search={{ row: ban.id }}>
                {ban.reason || '–'}
              </Link>
            ),
          },
          ban !== undefined && { label: t`Banned by`, value: ban.created_by ?? '–' },
          {
            label: t`Temperature`,
            value: record.temperature === null ? '–' : formatTemperature(record.temperature, language),
          },
          { label: t`Time on site`, value: stay ?? '–' },
        ]}
      />
      <DrawerSection title={<Trans>What happened</Trans>}>
        <ol className={styles.list}>
          <Timeline record={record} />
        </ol>
      </DrawerSection>
      <GivenAnswers answers={record.answers} />
    </>
  )
}

/** What happened, and when; null where it did not happen. */
interface Step {
  at: string | null
  what: ReactNode
}

/** The events of a record in order: sign-in, end, corrections. */
function Timeline({ record }: { record: LogRecord }) {
  const language = useLanguage()
  const timeZone = timeZoneOf(record.time_zone)
  const { at, host_answer: answer } = record
  const begun =
    record.record === 'refused' ? (
      <Trans>Refused</Trans>
    ) : record.other_phone ? (
      <Trans>Signed in, on another phone too</Trans>
    ) : (
      <Trans>Signed in</Trans>
    )
  const match = <Trans>Possible match with a ban: same mobile, similar name</Trans>
  const again = <Trans>Refused less than a day before, because of an answer</Trans>
  const assumed = <Trans>Probably left: no check-out was recorded. Last known on site at this time.</Trans>
  const steps: Step[] = [
    { at, what: begun },
    { at: record.possible_ban_match ? at : null, what: match },
    { at: record.after_refusal ? at : null, what: again },
    { at: record.received_at, what: <Trans>Sent by the kiosk, which was offline</Trans> },
    { at: record.host_answered_at, what: answer && <HostAnswered answer={answer} /> },
    { at: record.assumed_left_at, what: assumed },
    { at: record.signed_out_at ?? record.ended_at, what: howEnded(record) },
    ...record.corrections.map((correction): Step => ({
      at: correction.at,
      what: <CorrectionChanges correction={correction} timeZone={timeZone} />,
    })),
  ]
  return steps
    .flatMap(({ at: time, what }) => (time === null || what === null ? [] : { time, what }))
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
    .map(({ time, what }, place) => (
      <li key={place} className={styles.item}>
        {what}
        <time className={styles.quiet} dateTime={time}>
          {formatExactTime(time, language, timeZone)}
        </time>
      </li>
    ))
}

function HostAnswered({ answer }: { answer: HostAnswer }) {
  const { t } = useLingui()
  const label = t(hostAnswerLabels[answer])
  return <Trans>The host answered: {label}</Trans>
}

/** How a visit ended; null where it has not, or where it is shown elsewhere. */
function howEnded({ ended_as, ended_by, end_reason, left_by_other_phone, assumed_left_at }: LogRecord) {
  switch (ended_as) {
    case 'checked_out':
      if (left_by_other_phone) return <Trans>Checked out by another phone of this person</Trans>
      if (assumed_left_at !== null) return <Trans>Left, as reported later</Trans>
      return <Trans>Checked out</Trans>
    case 'superseded':
      return <Trans>Signed in again: a later visit continues this one</Trans>
    case 'by_staff':
      return (
        <>
          {ended_by ? <Trans>Checked out by {ended_by}</Trans> : <Trans>Checked out by staff</Trans>}
          {end_reason && <span>{` · ${end_reason}`}</span>}
        </>
      )
    default:
      return null
  }
}
