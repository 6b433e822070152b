import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { exportUsersEndpoint, listUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { useErrorMessage } from '../../lib/errors.ts'
import { filtersOf } from '../../lib/list/list-address.ts'
import { readListSearch } from '../../lib/list/list-search.ts'
import { toast } from '../../lib/toaster.ts'
import { saveFile } from './save-file.ts'

/** What is done with many people at once: from a file, and into one. */
export function MoreActions({ onImport }: { onImport: () => void }) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const address = useSearch({ strict: false })
  const download = useMutation({
    mutationFn: async () => {
      const query = filtersOf(listUsersEndpoint, readListSearch(listUsersEndpoint, address))
      saveFile(await api.call(exportUsersEndpoint, { query }), 'users.csv')
    },
    onMutate: () => void toast('info', t`The file is being written.`),
    onError: (error) => void toast('error', errorMessage(error)),
  })
  return (
    <Menu triggerKind="icon" triggerLabel={t`More actions`} trigger={<Ellipsis size={20} />}>
      <MenuItem onAction={onImport}>{t`Import users`}</MenuItem>
      <MenuItem onAction={() => download.mutate()}>{t`Export these users`}</MenuItem>
    </Menu>
  )
}
