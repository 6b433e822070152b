import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import {
  inviteUserEndpoint,
  type ListedUser,
  resetUserPinEndpoint,
} from '@gatehouse/validation/endpoints/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import type { BanSubject } from '../../lib/ban-subject.ts'
import { useErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { renewUsers } from './queries.ts'
import styles from './user-menu.module.css'

const PhotoModal = lazy(async () => ({ default: (await import('./photo-modal.tsx')).PhotoModal }))

/** What can be done with one user. */
export function UserMenu({ user, onBan }: { user: ListedUser; onBan: (subject: BanSubject) => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const errorMessage = useErrorMessage()
  const [isAsking, setAsking] = useState(false)
  const [isPhotoOpen, setPhotoOpen] = useState(false)
  const { id, email, status } = user
  const name = `${user.first_name} ${user.last_name}`
  const onError = (error: Error) => void toast('error', errorMessage(error))
  const invite = useMutation({
    mutationFn: () => api.call(inviteUserEndpoint, { params: { id } }),
    onSuccess: () => toast('success', t`An invitation is on its way to ${email}.`),
    onError,
  })
  if (!user.editable) return null
  const edit = () =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, edit: id }) } as never)
  const { first_name, last_name, access } = user
  // By the account, so that every name and number of theirs is banned.
  const ban = () =>
    onBan({ first_name, last_name, mobile: null, user_id: id, site_id: access[0]?.site_id ?? '' })
  return (
    <>
      <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
        <MenuItem onAction={edit}>{t`Edit details`}</MenuItem>
        <MenuItem onAction={() => setPhotoOpen(true)}>{t`Change photo`}</MenuItem>
        {status === 'active' && <MenuItem onAction={() => setAsking(true)}>{t`New access PIN`}</MenuItem>}
        {status === 'active' && !user.has_password && (
          <MenuItem onAction={() => invite.mutate()}>{t`Send the invitation again`}</MenuItem>
        )}
        <MenuItem onAction={ban}>{t`Ban`}</MenuItem>
      </Menu>
      {isPhotoOpen && (
        <Suspense>
          <PhotoModal user={user} onClose={() => setPhotoOpen(false)} />
        </Suspense>
      )}
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

/** Makes a PIN after a question, and shows it once. */
function PinModal({ id, name, hasPin, onClose }: PinModalProps) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const reset = useMutation({
    mutationFn: () => api.call(resetUserPinEndpoint, { params: { id } }),
    // It must not stay in the cache when the window is gone.
    gcTime: 0,
    onSuccess: () => renewUsers(),
    onError: (error) => void toast('error', errorMessage(error)),
  })
  const pin = reset.data?.pin
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Access PIN of {name}</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        {pin === undefined ? (
          <p>
            {hasPin ? (
              <Trans>The present PIN stops working at once. The new one is shown here, and only now.</Trans>
            ) : (
              <Trans>With the PIN the person signs in at a device. It is shown here, and only now.</Trans>
            )}
          </p>
        ) : (
          <div role="status">
            <p className={styles.pin}>{pin.replace(/(\d{4})(?=\d)/g, '$1 ')}</p>
            <p>
              <Trans>Please hand it on now. Nobody can look it up later.</Trans>
            </p>
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        {pin === undefined ? (
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button kind="primary" busy={reset.isPending} onClick={() => reset.mutate()}>
              <Trans>Make a PIN</Trans>
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
