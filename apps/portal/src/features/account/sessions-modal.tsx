import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import type { Program } from '@gatehouse/validation/endpoints/own-sessions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { OwnedList } from './owned-list.tsx'
import {
  forgetDevice,
  logOutEverywhere,
  ownSessionsQuery,
  rememberedDevicesQuery,
  revokeSession,
} from './session-queries.ts'

interface SessionsModalProps {
  /** Every session has ended, this one too. */
  onEnded: () => void
  onClose: () => void
}

/** The own sessions, and the devices that need no second factor. */
export function SessionsModal({ onEnded, onClose }: SessionsModalProps) {
  const { t } = useLingui()
  const sessions = useQuery(ownSessionsQuery)
  const devices = useQuery(rememberedDevicesQuery)
  const nameOf = useProgramName()
  /** Undefined before the question was shown for the first time. */
  const [isAsked, setAsked] = useState<boolean>()
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Sessions and devices</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        <Stack gap={24}>
          {isAsked === true && <EverywhereQuestion onEnded={onEnded} onKeep={() => setAsked(false)} />}
          <OwnedList
            title={<Trans>Where you are logged in</Trans>}
            failedTitle={<Trans>Your sessions could not be loaded</Trans>}
            query={sessions}
            describe={({ program, last_seen_at, current, authenticated }) => ({
              name: nameOf(program),
              at: last_seen_at,
              badge: current ? (
                <Badge kind="good">
                  <Trans>This session</Trans>
                </Badge>
              ) : (
                !authenticated && (
                  <Badge kind="caution">
                    <Trans>Code not entered yet</Trans>
                  </Badge>
                )
              ),
              canEnd: !current,
            })}
            endLabel={<Trans>Log out</Trans>}
            endName={(program) => t`Log out ${program}`}
            onEnd={revokeSession}
          />
          <OwnedList
            title={<Trans>Remembered devices</Trans>}
            failedTitle={<Trans>Your devices could not be loaded</Trans>}
            emptyText={<Trans>No device remembers your second step.</Trans>}
            query={devices}
            describe={({ program, last_used_at }) => ({
              name: nameOf(program),
              at: last_used_at,
              canEnd: true,
            })}
            endLabel={<Trans>Forget</Trans>}
            endName={(program) => t`Forget ${program}`}
            onEnd={forgetDevice}
          />
        </Stack>
      </ModalBody>
      <ModalFooter
        start={
          isAsked !== true && (
            <Button onClick={() => setAsked(true)} autoFocus={isAsked === false}>
              <Trans>Log out everywhere</Trans>
            </Button>
          )
        }
      >
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function EverywhereQuestion({ onEnded, onKeep }: { onEnded: () => void; onKeep: () => void }) {
  const end = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: onEnded,
    onError: (error) => toast('error', <ErrorMessage error={error} />),
  })
  return (
    <Notice
      kind="caution"
      live="assertive"
      title={<Trans>Log out everywhere?</Trans>}
      action={
        <>
          <Button size="small" onClick={onKeep} autoFocus>
            <Trans>Stay logged in</Trans>
          </Button>{' '}
          <Button size="small" kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            <Trans>Yes, log out everywhere</Trans>
          </Button>
        </>
      }
    >
      <Trans>Every session ends, this one too, and every device is forgotten.</Trans>
    </Notice>
  )
}

/** The name of a program that signed in, in the language of the page. */
function useProgramName(): (program: Program) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    const program = browser ?? t`Other program`
    return system === null ? program : t`${program} on ${system}`
  }
}
