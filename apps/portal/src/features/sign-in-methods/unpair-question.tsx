import { type SignInMethod, unpairDeviceEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewMethods } from './queries.ts'

interface UnpairQuestionProps {
  method: SignInMethod
  /** For a kiosk: all of its tablets. */
  areTablets?: boolean
  onClose: () => void
}

/** Asks before a method loses its device, or its tablets. */
export function UnpairQuestion({ method: { id, name }, areTablets = false, onClose }: UnpairQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={
        areTablets ? (
          <Trans>Unpair all tablets of {name}?</Trans>
        ) : (
          <Trans>Unpair the device of {name}?</Trans>
        )
      }
      confirmLabel={<Trans>Unpair</Trans>}
      act={() => api.call(unpairDeviceEndpoint, { params: { id } })}
      onDone={async () => {
        await renewMethods()
        toast(
          'success',
          areTablets ? t`The tablets of ${name} are unpaired.` : t`The device of ${name} is unpaired.`,
        )
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      {areTablets ? (
        <Trans>They keep working, but strangers can use up their sign-out searches.</Trans>
      ) : (
        <Trans>It stops working at once. Pairing it again needs a new code.</Trans>
      )}
    </Question>
  )
}
