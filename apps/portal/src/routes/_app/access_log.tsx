import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { AccessLogPage } from '../../features/access-log/access-log-page.tsx'
import { logSearch } from '../../features/access-log/log-search.ts'
import type { LogSearch } from '../../features/access-log/log-search.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { useAddress } from '../../lib/address.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { addressOf } from '../../lib/list/page-search.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const ExportLogModal = lazyWindow(
  () => import('../../features/access-log/export-log-modal.tsx'),
  'ExportLogModal',
)

const NewBanModal = lazyWindow(() => import('../../features/bans/ban-modal.tsx'), 'NewBanModal')

export const Route = createFileRoute('/_app/access_log')({
  validateSearch: addressOf<LogSearch>(),
  component: AccessLog,
})

function AccessLog() {
  const [search, write] = useAddress(logSearch)
  const openWindow = useOpenWindow()
  const [subject, setSubject] = useState<BanSubject>()
  return (
    <>
      <AccessLogPage
        search={search}
        onSearch={write}
        onBan={setSubject}
        more={
          <Button onClick={() => openWindow({ edit: 'export' })}>
            <Trans>Export</Trans>
          </Button>
        }
      />
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
      {search.edit === 'export' && (
        <ExportLogModal search={search} onClose={() => openWindow({ edit: undefined })} />
      )}
    </>
  )
}
