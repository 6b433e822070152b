import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { CodeEntry, type CodeKind } from './code-entry.tsx'
import { StepHeading } from './step-heading.tsx'

interface StepUpViewProps {
  methods: readonly { type: CodeKind }[]
  onPassed: () => Promise<void>
  onCancel: () => void
}

/** A code before a change that an open screen alone must not make. */
export function StepUpView({ methods, onPassed, onCancel }: StepUpViewProps) {
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <StepHeading level={3}>
            <Trans>Please confirm that it is you</Trans>
          </StepHeading>
          <CodeEntry methods={methods} onPassed={onPassed} />
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
