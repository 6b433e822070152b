import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { reportNames } from '@gatehouse/validation/endpoints/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { useOfAllClients } from '../../lib/use-session.ts'
import { Pending } from '../../lib/failure.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { reportViewQuery } from './queries.ts'
import { ReportForm } from './report-form.tsx'
import { pickParameters, readReport, type ReportSearch } from './report-search.ts'
import { reportLabels } from './report-words.ts'
import styles from './reports-page.module.css'
import { lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'

/** The form is usable before these are loaded. */
const ReportResult = lazyPart(() => import('./report-result.tsx'), 'ReportResult', <Skeleton height={240} />)
const ExportReportModal = lazyWindow(() => import('./export-report-modal.tsx'), 'ExportReportModal')
const NewViewModal = lazyWindow(() => import('./view-modal.tsx'), 'NewViewModal')

interface ReportsPageProps {
  search: ReportSearch
  onSearch: (search: ReportSearch, replace?: boolean) => void
}

/** Reports on request: contacts of a person, headcounts, hours, and past rolls. */
export function ReportsPage({ search, onSearch }: ReportsPageProps) {
  const { t } = useLingui()
  const childState = useChildPageState()
  const { view, edit } = search
  const { report, asked } = useMemo(() => readReport(search), [search])
  const hasClient = !useOfAllClients()
  const isReading = useIsFetching({ queryKey: [`/reports/${report}`] }) > 0
  const open = (window: string) => onSearch({ ...search, edit: window })
  const close = () => onSearch({ ...search, edit: undefined }, true)
  return (
    <>
      <PageHead
        title={t`Reports`}
        more={
          <>
            <Link to="/reports/views" state={childState} className={buttonClass({})}>
              <Trans>Saved reports</Trans>
            </Link>
            {hasClient && asked && (
              <>
                <Button onClick={() => open('export')}>
                  <Trans>Export</Trans>
                </Button>
                <Button onClick={() => open('save')}>
                  <Trans>Save</Trans>
                </Button>
              </>
            )}
          </>
        }
      />
      {!hasClient && (
        <EmptyState title={t`Choose a client`}>
          {t`Reports cover one client. Choose it in the side bar.`}
        </EmptyState>
      )}
      {hasClient && view !== undefined && <OpenView id={view} asOf={search.as_of} onSearch={onSearch} />}
      {hasClient && view === undefined && (
        <>
          <div className={styles.reports}>
            <SegmentedControl
              label={t`Report`}
              value={report}
              options={reportNames.map((name) => ({ value: name, label: t(reportLabels[name]) }))}
              onChange={(chosen) => onSearch({ report: chosen })}
            />
          </div>
          <ReportForm
            key={`${report} ${JSON.stringify(asked)}`}
            report={report}
            asked={asked}
            onAsk={(parameters) => onSearch({ report, ...parameters })}
            isBusy={isReading}
          />
          {asked && <ReportResult report={report} asked={asked} />}
        </>
      )}
      {edit === 'export' && asked && <ExportReportModal report={report} asked={asked} onClose={close} />}
      {edit === 'save' && asked && <NewViewModal report={report} asked={asked} onClose={close} />}
    </>
  )
}

interface OpenViewProps extends Pick<ReportsPageProps, 'onSearch'> {
  id: string
  asOf: string | undefined
}

/** Fetches a saved report, and requests it. */
function OpenView({ id, asOf, onSearch }: OpenViewProps) {
  const query = useQuery(reportViewQuery(id))
  const { data: saved } = query
  useEffect(() => {
    if (!saved) return
    const { report, record, site, span, kind, role } = saved
    const values = { record, site, span, kind, role, as_of: asOf }
    const known = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    )
    onSearch({ report, ...pickParameters(report, known) }, true)
  }, [saved, asOf, onSearch])
  return <Pending title={<Trans>The saved report could not be opened</Trans>} query={query} height={240} />
}
