import { Facts } from '@gatehouse/ui/staff/facts'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { exportPersonEndpoint } from '@gatehouse/validation/endpoints/people'
import { exportFileName } from '@gatehouse/validation/export-name'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ExportWindow } from '../../lib/export/export-window.tsx'
import { nameOf } from './privacy-words.ts'
import { personQuery } from './queries.ts'

/** Exports everything that is held about a person. */
export function ExportPersonModal({ person, onClose }: { person: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useQuery(personQuery(person))
  const [format, setFormat] = useState<'json' | 'csv'>('json')
  const fileName = () => exportFileName('person', [], undefined, new Date()).replace(/csv$/, format)
  return (
    <ExportWindow
      title={<Trans>Export one person’s data</Trans>}
      file={data && { name: fileName, rows: 0, format }}
      call={(signal) =>
        api.call(exportPersonEndpoint, { params: { key: person }, query: { format } }, { signal })
      }
      exported={() => <Trans>The person’s data was exported</Trans>}
      onClose={onClose}
    >
      <SegmentedControl
        label={t`Format`}
        value={format}
        options={[
          { value: 'json', label: <Trans>Document (JSON)</Trans> },
          { value: 'csv', label: <Trans>Table (CSV)</Trans> },
        ]}
        onChange={setFormat}
      />
      <Facts
        facts={[
          { label: t`Person`, value: data ? nameOf(data) : '–' },
          { label: t`Time zone`, value: 'UTC' },
          { label: t`File`, value: fileName() },
        ]}
      />
      <p>
        <Trans>
          The file contains all data and the photo. The audit log records who exported it. Give it only to the
          person.
        </Trans>
      </p>
    </ExportWindow>
  )
}
