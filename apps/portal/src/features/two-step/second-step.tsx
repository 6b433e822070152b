import { Button } from '@gatehouse/ui/core/button'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CodeEntry, type CodeKind } from './code-entry.tsx'

interface SecondStepProps {
  methods: readonly { type: CodeKind }[]
  onPassed: (result: { rememberToken: string | undefined }) => Promise<void>
  onLogOut: () => void
}

/** The step of the login after the password. */
export function SecondStep({ methods, onPassed, onLogOut }: SecondStepProps) {
  return (
    <CodeEntry
      methods={methods}
      canRemember
      onPassed={onPassed}
      wrongMessages={{
        totp: msg`Login failed. Invalid verification code.`,
        'recovery-codes': msg`Login failed. Invalid recovery code.`,
      }}
      spentAction={
        <Button kind="primary" onClick={onLogOut} autoFocus>
          <Trans>Log in again</Trans>
        </Button>
      }
      cancelAction={
        <Button kind="quiet" full onClick={onLogOut}>
          <Trans>Cancel and log out</Trans>
        </Button>
      }
    />
  )
}
