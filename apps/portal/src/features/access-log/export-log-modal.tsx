import { useNumber } from '../../lib/use-number.ts'
import { Facts } from '@gatehouse/ui/staff/facts'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { exportAccessLogEndpoint } from '@gatehouse/validation/endpoints/access-log-export'
import { exportFileName, exportTimeZone } from '@gatehouse/validation/export-name'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ExportWindow } from '../../lib/export/export-window.tsx'
import { useLogRefusal } from './log-refusal.ts'
import { filtersOf, type LogSearch } from './log-search.ts'
import { logQuery } from './queries.ts'

interface ExportLogModalProps {
  /** The search of the URL: its filters apply to the file. */
  search: LogSearch
  onClose: () => void
}

/** Exports the entries that match the filters. */
export function ExportLogModal({ search, onClose }: ExportLogModalProps) {
  const { t } = useLingui()
  const number = useNumber()
  const { data: page, error } = useQuery(logQuery(search))
  const reasonOf = useLogRefusal()
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv')
  const days = [page?.first_day, page?.last_day, search.event, search.result, search.search]
  const fileName = () => exportFileName('access-log', days, undefined, new Date()).replace(/csv$/, format)
  const chosen = Object.keys(filtersOf(search)).filter((one) => one !== 'from' && one !== 'to').length
  return (
    <ExportWindow
      title={<Trans>Export the log</Trans>}
      file={page && { name: fileName, rows: 0, format }}
      call={(signal) => {
        // The server checks the values of the URL.
        const query = { ...filtersOf(search), format } as EndpointRequest<
          typeof exportAccessLogEndpoint
        >['query']
        return api.call(exportAccessLogEndpoint, { query }, { signal })
      }}
      refusal={error && !page && reasonOf(error)}
      exported={(rows) => (
        <Plural value={rows} one="# row of the log was exported" other="# rows of the log were exported" />
      )}
      onClose={onClose}
    >
      <SegmentedControl
        label={t`Format`}
        value={format}
        options={[
          { value: 'csv', label: <Trans>Table (CSV)</Trans> },
          { value: 'ndjson', label: <Trans>JSON, one line per row</Trans> },
        ]}
        onChange={setFormat}
      />
      <Facts
        facts={[
          { label: t`From`, value: page?.first_day ?? '–' },
          { label: t`To`, value: page?.last_day ?? '–' },
          { label: t`Filters`, value: number(chosen) },
          {
            label: t`Time zone`,
            value: <Trans>{exportTimeZone}, that of each site, and UTC</Trans>,
          },
          { label: t`Rows`, value: <Trans>One per answer, or one without an answer</Trans> },
        ]}
      />
    </ExportWindow>
  )
}
