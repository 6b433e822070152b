import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { listReportViewsEndpoint, type ReportView } from '@gatehouse/validation/endpoints/report-views'
import { reportNames } from '@gatehouse/validation/endpoints/reports'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage, timeColumn } from '../../lib/list/list-page.tsx'
import { cadenceLabels, reportLabels } from './report-words.ts'
import { lazyButton, lazyWindow } from '../../lib/lazy-part.tsx'
import { Moment } from '../../lib/moment.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

const ViewMenu = lazyButton(() => import('./view-menu.tsx'), 'ViewMenu')
const EditViewModal = lazyWindow(() => import('./view-modal.tsx'), 'EditViewModal')
const DeleteView = lazyWindow(() => import('./view-menu.tsx'), 'DeleteView')

/** The open window. */
export interface Opened {
  window: 'edit' | 'delete'
  view: ReportView
}

/** The saved reports, with their schedules. */
export function ViewsPage() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ListPage list={viewList} rowActions={(view) => <ViewMenu view={view} onOpen={setOpened} />} />
      {opened?.window === 'edit' && <EditViewModal view={opened.view} onClose={close} />}
      {opened?.window === 'delete' && <DeleteView view={opened.view} onClose={close} />}
    </>
  )
}

const viewList: ListDeclaration<typeof listReportViewsEndpoint> = {
  endpoint: listReportViewsEndpoint,
  title: msg`Saved reports`,
  columns: [
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name }) => name,
      onPhone: 'title',
    },
    {
      id: 'report',
      header: msg`Report`,
      cell: ({ report }, { t }) => t(reportLabels[report]),
      priority: 3,
    },
    {
      id: 'site',
      header: msg`Site`,
      cell: ({ site_name: name }) => name ?? <Trans>All sites</Trans>,
      priority: 4,
    },
    {
      id: 'schedule',
      header: msg`Emailed`,
      cell: (view) => <Schedule view={view} />,
      priority: 2,
    },
    timeColumn({
      id: 'next_due_at',
      header: msg`Next email`,
      at: (view) => (view.is_paused ? null : view.next_due_at),
      zone: (view) => view.time_zone,
      priority: 5,
      onPhone: 'labelled',
    }),
    {
      id: 'status',
      header: msg`Status`,
      cell: (view) => <Status view={view} />,
      priority: 2,
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'report',
      label: msg`Report`,
      options: reportNames.map((value) => ({ value, label: reportLabels[value] })),
    },
  ],
  search: { label: msg`Search saved reports`, placeholder: msg`Search by name` },
  empty: {
    title: msg`There are no saved reports`,
    text: msg`Open a report and press Save. You can then open it again, or have it emailed daily, weekly or monthly.`,
  },
  noMatch: { title: msg`No saved report matches`, text: msg`Try another name, or clear the filters.` },
  drawer: (view) => <ViewDetails view={view} />,
  hasHistory: true,
}

/** When a report is emailed, by its site's clock. */
function Schedule({ view }: { view: ReportView }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { cadence, weekday, month_day: day, time_of_day: time } = view
  if (cadence === null) return <Trans>Never</Trans>
  if (cadence === 'weekly') return `${weekdayName(weekday, language)}, ${time}`
  if (cadence === 'monthly')
    return (
      <Trans>
        Monthly on day {day}, {time}
      </Trans>
    )
  return `${t(cadenceLabels.daily)}, ${time}`
}

function Status({ view }: { view: ReportView }) {
  if (view.cadence === null || !runtimeConfig.sendsMail)
    return <StateBadge kind="neutral" text={msg`Not emailed`} />
  if (view.is_paused) return <StateBadge kind="danger" text={msg`Paused`} />
  if (view.recipients.some(({ state }) => state !== 'active'))
    return <StateBadge kind="caution" text={msg`Recipient missing`} />
  return <StateBadge kind="good" text={msg`Emailed`} />
}

/** The recipients, and why one gets no email. */
function ViewDetails({ view }: { view: ReportView }) {
  const { t } = useLingui()
  const { recipients, owner, is_paused: isPaused } = view
  return (
    <Stack>
      {view.cadence !== null && !runtimeConfig.sendsMail && (
        <Notice kind="caution" title={<Trans>Nothing is emailed</Trans>}>
          <Trans>This installation can’t send email. Ask an administrator.</Trans>
        </Notice>
      )}
      {isPaused && (
        <Notice kind="danger" title={<Trans>Nothing is emailed</Trans>}>
          <Trans>
            {owner} saved this report and has left, or can’t read reports any more. An administrator can take
            it over.
          </Trans>
        </Notice>
      )}
      <Facts
        facts={[
          { label: t`Report`, value: t(reportLabels[view.report]) },
          { label: t`Site`, value: view.site_name ?? t`All sites` },
          { label: t`Emailed`, value: <Schedule view={view} /> },
          {
            label: t`Next email`,
            value: (
              <Moment
                zone={view.time_zone}
                at={isPaused || !runtimeConfig.sendsMail ? null : view.next_due_at}
              />
            ),
          },
          { label: t`Last email`, value: <Moment zone={view.time_zone} at={view.last_sent_at} /> },
          { label: t`Saved by`, value: owner ?? t`Operator` },
          { label: t`Recipients`, value: recipients.length === 0 ? '–' : <Recipients view={view} /> },
        ]}
      />
    </Stack>
  )
}

function Recipients({ view: { recipients } }: { view: ReportView }) {
  const { t } = useLingui()
  const stateText = {
    active: '',
    left: t`has left, receives nothing`,
    no_access: t`can’t read reports, receives nothing`,
  }
  return recipients
    .map(({ name, state }) => (state === 'active' ? name : `${name} (${stateText[state]})`))
    .join(', ')
}
