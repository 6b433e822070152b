import { deleteReportViewEndpoint, type ReportView } from '@gatehouse/validation/endpoints/report-views'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewViews } from './queries.ts'

export function DeleteView({ view: { id, name }, onClose }: { view: ReportView; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Delete the saved report?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      act={() => api.call(deleteReportViewEndpoint, { params: { id } })}
      onDone={async () => {
        toast('success', t`${name} has been deleted.`)
        await renewViews()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>{name} is no longer emailed, and links in earlier emails stop working.</Trans>
    </Question>
  )
}
