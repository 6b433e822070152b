import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { FooterNote } from '@gatehouse/ui/aria/drawer'
import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import {
  inviteUserEndpoint,
  type ListedUser,
  resetUserPinEndpoint,
} from '@gatehouse/validation/endpoints/users'
import type { OneTimeLink } from '@gatehouse/validation/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useProfile } from '../../lib/use-session.ts'
import { api } from '../../lib/api.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { UserLinkModal } from './user-link-modal.tsx'
import { useOpenWindow } from '../../lib/open-window.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { useHold } from '../../lib/use-hold.ts'
import styles from './user-menu.module.css'
import { renewUsers } from './queries.ts'

const PhotoModal = lazyWindow(() => import('./photo-modal.tsx'), 'PhotoModal')

interface UserMenuProps {
  user: ListedUser
  onBan: (subject: BanSubject) => void
  onResetTwoStep: (user: { id: string; name: string }) => void
}

/** What can be done with one user. */
export function UserMenu({ user, onBan, onResetTwoStep }: UserMenuProps) {
  const { t } = useLingui()
  const viewer = useProfile()
  const openWindow = useOpenWindow()
  const [isAsking, setAsking] = useState(false)
  const [isPhotoOpen, setPhotoOpen] = useState(false)
  const { id, email, status } = user
  const name = `${user.first_name} ${user.last_name}`
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const invite = useMutation({
    // The link must not stay cached.
    gcTime: 0,
    mutationFn: () => api.call(inviteUserEndpoint, { params: { id } }),
    onSuccess: (sent) =>
      sent.link ? setLink(sent.link) : toast('success', t`An invitation is being sent to ${email}.`),
    onError: toastError,
  })
  if (!user.editable)
    return (
      <FooterNote>
        <Trans>Your account can’t change this.</Trans>
      </FooterNote>
    )
  const isBelow = viewer.site_admin ? !user.site_admin : viewer.admin && !user.admin && !user.site_admin
  const edit = () => openWindow({ edit: id })
  const { first_name, last_name, access } = user
  // By the account, so that all of its names and numbers are banned.
  const ban = () =>
    onBan({ first_name, last_name, mobile: null, user_id: id, site_id: access[0]?.site_id ?? '' })
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        <MenuItem inFooter="main" onAction={edit}>{t`Edit details`}</MenuItem>
        <MenuItem onAction={() => setPhotoOpen(true)}>{t`Change photo`}</MenuItem>
        {status === 'active' && <MenuItem onAction={() => setAsking(true)}>{t`New access PIN`}</MenuItem>}
        {status === 'active' && !user.has_password && (
          <MenuItem inFooter="other" isBusy={invite.isPending} onAction={() => invite.mutate()}>
            {runtimeConfig.sendsMail ? t`Resend the invitation` : t`Copy invitation link`}
          </MenuItem>
        )}
        {user.two_step && isBelow && (
          <MenuItem
            onAction={() => onResetTwoStep({ id, name })}
          >{t`Reset two-step authentication`}</MenuItem>
        )}
        <MenuItem onAction={ban}>{t`Ban`}</MenuItem>
      </Menu>
      {isPhotoOpen && <PhotoModal user={user} onClose={() => setPhotoOpen(false)} />}
      {link && <UserLinkModal name={name} link={link} onClose={() => setLink(null)} />}
      {isAsking && <PinModal id={id} name={name} hasPin={user.has_pin} onClose={() => setAsking(false)} />}
    </>
  )
}

interface PinModalProps {
  id: string
  name: string
  hasPin: boolean
  onClose: () => void
}

/**
 * Creates a PIN after a question, and shows it once. The window can't be closed during the call:
 * the earlier PIN may have been replaced.
 */
export function PinModal({ id, name, hasPin, onClose }: PinModalProps) {
  const reset = useMutation({
    mutationFn: () => api.call(resetUserPinEndpoint, { params: { id } }),
    // It must not stay cached when the window is gone.
    gcTime: 0,
    // The PIN does not wait for the list.
    onSuccess: () => void renewUsers(),
    onError: toastError,
  })
  const pin = reset.data?.pin
  useHold(reset.isPending)
  return (
    <Modal isOpen onClose={onClose} isHeld={reset.isPending} title={<Trans>Access PIN of {name}</Trans>}>
      <ModalBody>
        {pin === undefined ? (
          <p>
            {hasPin ? (
              <Trans>The current PIN stops working at once. The new one is shown here only once.</Trans>
            ) : (
              <Trans>The person signs in at a device with this PIN. It is shown only now.</Trans>
            )}
          </p>
        ) : (
          <div role="status">
            <p className={styles.pin}>{pin.replace(/(\d{4})(?=\d)/g, '$1 ')}</p>
            <p>
              <Trans>Hand it over now. It can’t be shown again.</Trans>
            </p>
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        {pin === undefined ? (
          <>
            <Button aria-disabled={reset.isPending} onClick={reset.isPending ? undefined : onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button kind="primary" busy={reset.isPending} onClick={() => reset.mutate()}>
              <Trans>Create a PIN</Trans>
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}

interface MoreActionsProps {
  /** Undefined where no one can be added. */
  onImport: (() => void) | undefined
  onExport: () => void
}

/** Importing and exporting people. */
export function MoreActions({ onImport, onExport }: MoreActionsProps) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`More actions`} trigger={<Ellipsis size={20} />}>
      {onImport && <MenuItem onAction={onImport}>{t`Import users`}</MenuItem>}
      <MenuItem onAction={onExport}>{t`Export these users`}</MenuItem>
    </Menu>
  )
}
