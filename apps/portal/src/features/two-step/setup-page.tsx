import { Actions, Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { SetupButtons } from './setup-buttons.tsx'
import { SetupView } from './setup-view.tsx'
import { useSetup } from './use-setup.ts'

interface SetupPageProps {
  account: string
  onDone: () => void
  onLogOut: () => void
}

/** The set-up that an organisation demands before anything else; whoever cancels it is logged out. */
export function SetupPage({ account, onDone, onLogOut }: SetupPageProps) {
  const setup = useSetup({ hasCodes: false, isBeforeSignIn: true, onEnabled: () => {}, onDone })
  return (
    <Stack gap={24}>
      {setup.step === 'intro' && (
        <p>
          <Trans>Your organisation requires two-step authentication for this account.</Trans>
        </p>
      )}
      <SetupView setup={setup} account={account} level={2} isReminded={false} />
      <Actions>
        {/* What was prepared and cannot be cancelled now is forgotten by the server after a day. */}
        <SetupButtons setup={setup} onCancel={() => void setup.cancel().then(onLogOut)} />
      </Actions>
    </Stack>
  )
}
