import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import { useErrorMessage } from '../../lib/errors.ts'
import { CodeEntry, type CodeKind } from './code-entry.tsx'
import type { FailedMutation } from './latest-mutation.ts'
import { StaleMethodsError } from './queries.ts'

interface StepUpViewProps {
  methods: readonly { type: CodeKind }[]
  onPassed: () => void
  onCancel: () => void
}

/** Asks for a code before a change that needs more than the session. */
export function StepUpView({ methods, onPassed, onCancel }: StepUpViewProps) {
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <FocusHeading level={3} takesFocus={false}>
            <Trans>Please confirm that it is you</Trans>
          </FocusHeading>
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

/** The last failed change, and why. */
export function FailedNotice({ failed }: { failed: FailedMutation | undefined }) {
  const { t } = useLingui()
  const reasonOf = useErrorMessage()
  if (!failed) return null
  return (
    <Notice kind="danger" live="assertive" title={t(failed.title)}>
      {failed.error instanceof StaleMethodsError ? (
        <Trans>It was restarted in another window, or too long ago. Start again.</Trans>
      ) : (
        reasonOf(failed.error)
      )}
    </Notice>
  )
}
