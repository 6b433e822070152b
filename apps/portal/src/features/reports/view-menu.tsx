import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import {
  type ReportView,
  updateReportViewEndpoint,
  deleteReportViewEndpoint,
} from '@gatehouse/validation/endpoints/report-views'
import { useLingui, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewViews } from './queries.ts'
import type { Opened } from './views-page.tsx'
import { Question } from '../../lib/forms/question.tsx'

interface ViewMenuProps {
  view: ReportView
  onOpen: (opened: Opened) => void
}

/** What can be done with a saved report. */
export function ViewMenu({ view, onOpen }: ViewMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const childState = useChildPageState()
  const { id, name, editable, is_paused: isPaused } = view
  const takeOver = useMutation({
    mutationFn: () =>
      api.call(updateReportViewEndpoint, { params: { id }, headers: {}, body: { take_over: true } }),
    onSuccess: async () => {
      toast(
        'success',
        runtimeConfig.sendsMail
          ? t`The report is now yours and is emailed again.`
          : t`The report is now yours.`,
      )
      await renewViews()
    },
    onError: toastError,
  })
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      <MenuItem
        inFooter="main"
        onAction={() => void navigate({ to: '/reports', search: { view: id }, state: childState })}
      >
        {t`Open`}
      </MenuItem>
      {editable && (
        <MenuItem inFooter="other" onAction={() => onOpen({ window: 'edit', view })}>{t`Edit`}</MenuItem>
      )}
      {editable && isPaused && <MenuItem onAction={() => takeOver.mutate()}>{t`Take over`}</MenuItem>}
      {editable && <MenuItem onAction={() => onOpen({ window: 'delete', view })}>{t`Delete`}</MenuItem>}
    </Menu>
  )
}

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
