import { type Ban, liftBanEndpoint } from '@gatehouse/validation/endpoints/bans'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { nameOf } from './ban-cells.tsx'
import { renewBans } from './queries.ts'

/** Ends a ban now, with a reason for the audit log. */
export function LiftModal({ ban, onClose }: { ban: Ban; onClose: () => void }) {
  const { t } = useLingui()
  const name = nameOf(ban)
  return (
    <FormModal<{ reason: string }, typeof liftBanEndpoint.body>
      id="lift-ban"
      title={<Trans>Lift the ban of {name}</Trans>}
      schema={liftBanEndpoint.body}
      values={{ reason: '' }}
      fields={[
        {
          type: 'long',
          name: 'reason',
          label: <Trans>Reason</Trans>,
          hint: <Trans>It is recorded in the history of the ban. {name} can sign in now.</Trans>,
        },
      ]}
      submitLabel={<Trans>Lift the ban</Trans>}
      submit={async (body) => {
        await api.call(liftBanEndpoint, { params: { id: ban.id }, body })
        toast('success', t`The ban of ${name} has been lifted.`)
        await renewBans()
      }}
      onClose={onClose}
    />
  )
}
