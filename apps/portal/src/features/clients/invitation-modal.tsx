import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { type Client, inviteClientAdminEndpoint } from '@gatehouse/validation/endpoints/client'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import { CopyLink, LinkField } from '../../lib/one-time-link/one-time-link.tsx'
import { useHold } from '../../lib/use-hold.ts'

interface InvitationModalProps {
  client: Pick<Client, 'id' | 'name'>
  onClose: () => void
}

/** Creates the link with which an admin of a client creates their account, and shows it once. */
export function InvitationModal({ client, onClose }: InvitationModalProps) {
  const { t } = useLingui()
  const { data, error, isPending, mutate } = useMutation({
    gcTime: 0,
    mutationFn: () => api.call(inviteClientAdminEndpoint, { params: { id: client.id } }),
  })
  useHold(isPending)
  // Each link invalidates the earlier one, so it is created once, also where React runs effects
  // twice.
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate()
  }, [mutate])
  return (
    <Modal isOpen onClose={onClose} isHeld={isPending} title={t`Invite an admin of ${client.name}`}>
      <ModalBody>
        {error ? (
          <Failure
            title={<Trans>The link could not be created</Trans>}
            query={{ error, refetch: mutate, isFetching: isPending }}
          />
        ) : !data ? (
          <WaitingText>
            <Trans>Creating the link…</Trans>
          </WaitingText>
        ) : (
          <Stack>
            <p>
              <Trans>
                Send this link to the person who will run {client.name} here. Opening it creates their
                account, with all rights in this client.
              </Trans>
            </p>
            <LinkField link={data} />
          </Stack>
        )}
      </ModalBody>
      <ModalFooter>
        {data && <CopyLink link={data} />}
        <Button kind="primary" aria-disabled={isPending} onClick={isPending ? undefined : onClose}>
          <Trans>Done</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
