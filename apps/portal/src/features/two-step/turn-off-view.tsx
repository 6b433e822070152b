import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Stack } from '@gatehouse/ui/core/stack'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { CodeKind } from './code-entry.tsx'
import { latestMutation } from './latest-mutation.ts'
import { cancelMethods } from './queries.ts'
import { FailedNotice, StepUpView } from './step-up.tsx'

interface TurnOffViewProps {
  methods: readonly { id: string; type: CodeKind }[]
  onOff: () => void
  onDone: () => void
}

/** Asks before two-step authentication is turned off. */
export function TurnOffView({ methods, onOff, onDone }: TurnOffViewProps) {
  const turnOff = useMutation({
    mutationFn: () => cancelMethods(methods.map(({ id }) => id)),
    onSuccess: () => {
      onOff()
      onDone()
    },
  })
  const { failed, stepUp } = latestMutation([
    { mutation: turnOff, failedTitle: msg`Could not reset two-step authentication method` },
  ])
  if (stepUp) return <StepUpView methods={methods} onPassed={stepUp.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <FailedNotice failed={failed} />
          <FocusHeading level={3}>
            <Trans>Turn off two-step authentication?</Trans>
          </FocusHeading>
          <p>
            <Trans>
              Your password alone then opens this account. Recovery codes and remembered devices stop working.
            </Trans>
          </p>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onDone}>
          <Trans>Keep it on</Trans>
        </Button>
        <Button kind="danger" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
          <Trans>Turn off</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
