import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { toast } from '../../lib/toaster.ts'
import { CodeEntry, type CodeKind } from './code-entry.tsx'

interface SecondStepProps {
  methods: readonly { type: CodeKind }[]
  onPassed: (answer: { rememberToken: string | undefined }) => Promise<void>
  onLogOut: () => void
}

/** The step of the login after the password. */
export function SecondStep({ methods, onPassed, onLogOut }: SecondStepProps) {
  const dismiss = useRef(() => {})
  // What was wrong with a code is of no interest on the page after it.
  useEffect(() => () => dismiss.current(), [])
  const complain = (words: ReactNode) => {
    dismiss.current()
    dismiss.current = toast('error', words)
  }
  return (
    <CodeEntry
      methods={methods}
      canRemember
      onPassed={onPassed}
      onTry={() => dismiss.current()}
      onWrong={(kind) =>
        complain(
          kind === 'totp' ? (
            <Trans>Login failed. Invalid verification code.</Trans>
          ) : (
            <Trans>Login failed. Invalid recovery code.</Trans>
          ),
        )
      }
      onFailed={() =>
        complain(<Trans>Error validating Two-Step Authentication. Please try again later.</Trans>)
      }
      spentAction={
        <Button kind="primary" onClick={onLogOut} autoFocus>
          <Trans>Log in again</Trans>
        </Button>
      }
      wayOut={
        <Button kind="quiet" full onClick={onLogOut}>
          <Trans>Cancel and log out</Trans>
        </Button>
      }
    />
  )
}
