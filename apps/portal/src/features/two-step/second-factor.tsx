import { Button } from '@gatehouse/ui/core/button'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CodeEntry, type CodeKind } from './code-entry.tsx'

interface SecondFactorProps {
  methods: readonly { type: CodeKind }[]
  onPassed: (result: { rememberToken: string | undefined }) => Promise<void>
  onLogOut: () => Promise<void>
}

/** The step of the login after the password. */
export function SecondFactor({ methods, onPassed, onLogOut }: SecondFactorProps) {
  const logOut = useMutation({ mutationFn: onLogOut })
  const isLeaving = logOut.isPending || logOut.isSuccess
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
        <Button kind="primary" busy={isLeaving} onClick={() => logOut.mutate()} autoFocus>
          <Trans>Log in again</Trans>
        </Button>
      }
      cancelAction={
        <Button kind="quiet" full busy={isLeaving} onClick={() => logOut.mutate()}>
          <Trans>Cancel and log out</Trans>
        </Button>
      }
    />
  )
}
