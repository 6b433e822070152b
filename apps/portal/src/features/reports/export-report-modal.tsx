import { Facts } from '@gatehouse/ui/staff/facts'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import type { ReportName } from '@gatehouse/validation/endpoints/reports'
import {
  exportContactsReportEndpoint,
  exportHeadcountReportEndpoint,
  exportHoursReportEndpoint,
  exportRollReportEndpoint,
} from '@gatehouse/validation/endpoints/reports-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { ExportWindow } from '../../lib/export/export-window.tsx'
import type { Parameters } from './report-search.ts'
import { reportLabels } from './report-words.ts'

interface ExportReportModalProps {
  report: ReportName
  asked: Parameters
  onClose: () => void
}

/** Exports all rows of a report. */
export function ExportReportModal({ report, asked, onClose }: ExportReportModalProps) {
  const { t } = useLingui()
  const days = [asked.from, asked.to, asked.day, asked.at]
  return (
    <ExportWindow
      title={<Trans>Export the report</Trans>}
      file={{ name: () => exportFileName(report, days, undefined, new Date()), rows: 0, format: 'csv' }}
      // The server checks the values of the URL.
      call={(signal) => api.call(endpoints[report], { query: asked as Asked }, { signal })}
      exported={(rows) => (
        <Plural value={rows} one="The report was exported: # row" other="The report was exported: # rows" />
      )}
      onClose={onClose}
    >
      <Facts
        facts={[
          { label: t`Report`, value: t(reportLabels[report]) },
          { label: t`Rows`, value: <Trans>All, as CSV</Trans> },
          { label: t`Time zone`, value: <Trans>The site’s, or the client’s for all sites</Trans> },
        ]}
      />
    </ExportWindow>
  )
}

const endpoints = {
  contacts: exportContactsReportEndpoint,
  headcount: exportHeadcountReportEndpoint,
  hours: exportHoursReportEndpoint,
  roll: exportRollReportEndpoint,
} satisfies Record<ReportName, unknown>

type Asked = EndpointRequest<(typeof endpoints)[ReportName]>['query']
