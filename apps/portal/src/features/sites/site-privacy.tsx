import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useNumber } from '../../lib/use-number.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import type { RetentionRun } from '@gatehouse/validation/endpoints/retention'
import { retentionClasses } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pending } from '../../lib/failure.tsx'
import { classLabels, RetentionTable } from './retention-preview.tsx'
import { daysOf, previewQuery, retentionQuery, runsQuery } from './retention-queries.ts'
import styles from './site-privacy.module.css'
import { languageNames, localeTags } from '@gatehouse/i18n/language-names'
import { Facts } from '@gatehouse/ui/staff/facts'
import { msg, plural } from '@lingui/core/macro'
import { guestTextsQuery } from '../../lib/guest-texts.ts'

interface SitePrivacyProps {
  /** Without it, the data is that of all the client's sites. */
  siteId?: string
  canManage: boolean
}

/**
 * For how long the site's visitor data is kept, what visitors read about it, and what the last runs
 * erased.
 */
export function SitePrivacy({ siteId, canManage }: SitePrivacyProps) {
  const { t } = useLingui()
  const { data: retention, ...query } = useQuery(retentionQuery(siteId))
  if (!retention)
    return <Pending title={<Trans>The retention could not be loaded</Trans>} query={query} height={320} />
  const { client_name: client, time_zone: timeZone } = retention
  const days = daysOf(retention)
  const caption = t`Retention`
  return (
    <Stack gap={40}>
      <Stack>
        <Notice kind="info">
          <Plural
            value={retention.sites}
            _0={`The days are set for ${client}, which has no active site.`}
            one={`The days are set for ${client} and apply to its only site.`}
            other={`The days are set for ${client} and apply to all # sites.`}
          />
        </Notice>
        {canManage ? (
          <Preview siteId={siteId} days={days} timeZone={timeZone} caption={caption} />
        ) : (
          <RetentionTable caption={caption} days={days} timeZone={timeZone} />
        )}
      </Stack>
      <Part title={<Trans>What visitors read</Trans>}>
        <VisitorPurpose days={retention.contact_days} />
      </Part>
      {canManage && (
        <Part title={<Trans>Last runs</Trans>}>
          <Runs siteId={siteId} timeZone={timeZone} />
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <Stack>{children}</Stack>
    </section>
  )
}

interface PreviewProps extends Omit<Parameters<typeof RetentionTable>[0], 'preview'> {
  siteId: string | undefined
}

/** What the next run would erase with the current days. */
function Preview({ siteId, ...table }: PreviewProps) {
  const { data: preview, ...query } = useQuery(previewQuery(siteId, table.days))
  if (!preview)
    return (
      <Pending title={<Trans>The data to erase could not be counted</Trans>} query={query} height={180} />
    )
  return (
    <>
      <RetentionTable {...table} preview={preview} />
      <p className={styles.quiet}>
        <Trans>
          A day is 24 hours. A record still counts after its data is deleted. Photos belong to accounts, not
          to a site.
        </Trans>
      </p>
    </>
  )
}

function Runs({ siteId, timeZone }: { siteId: string | undefined; timeZone: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data, ...query } = useQuery(runsQuery(siteId))
  const zone = timeZoneOf(timeZone)
  const number = useNumber()
  if (!data) return <Pending title={<Trans>The runs could not be loaded</Trans>} query={query} height={160} />
  const next = data.next_run_at && formatDateTime(data.next_run_at, language, zone)
  return (
    <>
      {next && (
        <p className={styles.quiet}>
          <Trans>The next run is due at {next}.</Trans>
        </p>
      )}
      {data.items.length === 0 ? (
        <EmptyState level={3} title={<Trans>No runs yet</Trans>}>
          <Trans>Retention runs every hour. The first report will appear here.</Trans>
        </EmptyState>
      ) : (
        <ListTable
          isPlain
          caption={t`Last runs`}
          density="compact"
          rows={data.items}
          columns={[
            {
              id: 'run',
              header: t`Run`,
              value: ({ started_at: at }) => formatDateTime(at, language, zone),
              onPhone: 'title',
            },
            ...retentionClasses.map((name) => ({
              id: name,
              header: t(classLabels[name]),
              cell: (run: RetentionRun) => number(run[`${name}_rows`]),
              align: 'end' as const,
            })),
            { id: 'result', header: t`Result`, cell: (run) => <Result run={run} /> },
          ]}
        />
      )}
    </>
  )
}

function Result({ run: { finished_at: finishedAt, failures } }: { run: RetentionRun }) {
  if (finishedAt === null) return <Trans>Not finished</Trans>
  return (
    <Plural
      value={failures}
      _0="Done"
      one="# step failed and will be retried"
      other="# steps failed and will be retried"
    />
  )
}

/** The texts below the form of the guest page, under the same ids. */
const sentences = (days: number | null) => [
  msg`Your details let this venue know who is here.`,
  days === null
    ? msg`They are kept until the venue deletes them.`
    : msg`${plural(days, { one: 'They are deleted after # day.', other: 'They are deleted after # days.' })}`,
]

/** Why and for how long data is kept, as visitors read it before they sign in, in each language. */
function VisitorPurpose({ days }: { days: number | null }) {
  const { data, ...query } = useQuery(guestTextsQuery)
  if (!data)
    return <Pending title={<Trans>The texts could not be loaded</Trans>} query={query} height={120} />
  return (
    <Facts
      facts={[...data].map(([language, guest]) => {
        const text = sentences(days).map((sentence) => guest._(sentence))
        return {
          label: languageNames[language],
          value: <span lang={localeTags[language]}>{text.join(' ')}</span>,
        }
      })}
    />
  )
}
