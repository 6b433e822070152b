import { Menu, MenuItem, MenuSeparator } from '@gatehouse/ui/aria/menu'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { changeSite } from './queries.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'

const ArchiveQuestion = lazyWindow(() => import('./archive-question.tsx'), 'ArchiveQuestion')

interface SiteMenuProps {
  site: Site
  canManage: boolean
  onEdit: () => void
}

/** The actions for a site. Users who may only read get links to its parts. */
export function SiteMenu({ site, canManage, onEdit }: SiteMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const state = useChildPageState()
  const [isAsking, setAsking] = useState(false)
  const { id, name, status } = site
  const isActive = status === 'active'
  const restore = useMutation({
    mutationFn: () => changeSite(id, 'restore'),
    onSuccess: () => toast('success', t`${name} is restored.`),
    onError: toastError,
  })
  const open = (href: string) => void navigate({ href, state })
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        {canManage && <MenuItem onAction={onEdit}>{t`Edit Details`}</MenuItem>}
        {isActive && (
          <>
            <MenuItem onAction={() => open(`/machine_posters?site=${id}`)}>{t`QR posters`}</MenuItem>
            <MenuItem href={`/board?site=${id}`}>{t`Open the board`}</MenuItem>
            {canManage && (
              <MenuItem onAction={() => open(`/user_management?site=${id}`)}>{t`Assign users`}</MenuItem>
            )}
          </>
        )}
        {canManage && (
          <>
            <MenuSeparator />
            {isActive ? (
              <MenuItem isDanger onAction={() => setAsking(true)}>{t`Archive`}</MenuItem>
            ) : (
              <MenuItem onAction={() => restore.mutate()}>{t`Restore`}</MenuItem>
            )}
          </>
        )}
      </Menu>
      {isAsking && <ArchiveQuestion site={site} onClose={() => setAsking(false)} />}
    </>
  )
}
