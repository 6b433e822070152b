import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { AttemptNotice } from './attempt-notice.tsx'
import type { CodeKind } from './code-entry.tsx'
import { cancelMethods } from './queries.ts'
import { StepHeading } from './step-heading.tsx'
import { StepUpView } from './step-up-view.tsx'
import { useAttempts } from './use-attempts.ts'
import { useLeave } from './use-leave.ts'

interface TurnOffViewProps {
  leave: RefObject<() => void>
  methods: readonly { id: string; type: CodeKind }[]
  onOff: () => void
  onDone: () => void
}

/** The question before the second step goes. */
export function TurnOffView({ leave, methods, onOff, onDone }: TurnOffViewProps) {
  const { attempt, failed, isBusy, owed } = useAttempts()
  useLeave(leave, onDone)
  const turnOff = () =>
    attempt(msg`Could not reset two-step authentication method`, async () => {
      await cancelMethods(methods.map(({ id }) => id))
      onOff()
      onDone()
    })
  if (owed) return <StepUpView methods={methods} onPassed={owed.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <AttemptNotice failed={failed} />
          <StepHeading level={3}>
            <Trans>Turn off two-step authentication?</Trans>
          </StepHeading>
          <p>
            <Trans>
              Your password alone will then open this account. Your recovery codes no longer count, and no
              device is remembered any more.
            </Trans>
          </p>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onDone}>
          <Trans>Keep it on</Trans>
        </Button>
        <Button kind="danger" busy={isBusy} onClick={() => void turnOff()}>
          <Trans>Turn off</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
