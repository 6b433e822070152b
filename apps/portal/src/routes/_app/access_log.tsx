import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import * as v from 'valibot'
import { AccessLogPage } from '../../features/access-log/access-log-page.tsx'
import { logSearch } from '../../features/access-log/log-search.ts'
import type { LogSearch } from '../../features/access-log/log-search.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
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
  const address = Route.useSearch()
  const search = useMemo(() => v.parse(logSearch, address), [address])
  const navigate = Route.useNavigate()
  const [subject, setSubject] = useState<BanSubject>()
  const write = (changed: LogSearch, replace: boolean) =>
    void navigate({ search: changed, state: true, replace, resetScroll: false })
  return (
    <>
      <AccessLogPage
        search={search}
        onSearch={(changed, replace = false) => write(changed, replace)}
        onBan={setSubject}
        more={
          <Button onClick={() => write({ ...search, edit: 'export' }, false)}>
            <Trans>Export</Trans>
          </Button>
        }
      />
      {subject && <NewBanModal subject={subject} onClose={() => setSubject(undefined)} />}
      {search.edit === 'export' && (
        <ExportLogModal search={search} onClose={() => write({ ...search, edit: undefined }, true)} />
      )}
    </>
  )
}
