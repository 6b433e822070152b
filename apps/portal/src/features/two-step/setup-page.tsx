import { Actions, Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { SetupButtons } from './setup-buttons.tsx'
import { SetupView } from './setup-view.tsx'
import { useSetup } from './use-setup.ts'

interface SetupPageProps {
  account: string
  onDone: () => void
  onLogOut: () => Promise<void>
}

/** The set-up that an organisation requires before anything else opens. Cancelling it logs out. */
export function SetupPage({ account, onDone, onLogOut }: SetupPageProps) {
  const setup = useSetup({ hasCodes: false, isBeforeSignIn: true, onEnabled: () => {}, onDone })
  const { mutate: logOut } = useMutation({ mutationFn: onLogOut })
  return (
    <Stack gap={24}>
      {setup.step === 'intro' && (
        <p>
          <Trans>Your organisation requires two-step authentication for this account.</Trans>
        </p>
      )}
      <SetupView setup={setup} account={account} level={2} isReminded={false} />
      <Actions>
        {/* When the cancellation fails, the server deletes the prepared factor after a day. */}
        <SetupButtons setup={setup} onCancel={() => setup.cancel(logOut, logOut)} />
      </Actions>
    </Stack>
  )
}
