import {
  askBanExceptionEndpoint,
  type Ban,
  NewBanException,
  liftBanEndpoint,
} from '@gatehouse/validation/endpoints/bans'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { siteField } from '../../lib/site-select/site-field.tsx'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { toast } from '../../lib/toaster.ts'
import { nameOf } from './ban-cells.tsx'
import { renewBans } from './queries.ts'

type Values = Record<'site_id' | 'hours' | 'reason', string>

const offeredHours = ['1', '2', '4', '8', '24']

/** Requests that a banned person may come in. A second person grants it in the ban's drawer. */
export function ExceptionModal({ ban, onClose }: { ban: Ban; onClose: () => void }) {
  const { t } = useLingui()
  const name = nameOf(ban)
  const onlySite = useOnlySite({ client: ban.client_id })
  const waitHours = limits.banExceptionWaitHours
  const fields: FormField<Values>[] = [
    ...(ban.site_id === null
      ? [siteField<Values>('site_id', { client: ban.client_id, takesFocus: true })]
      : []),
    {
      type: 'select',
      name: 'hours',
      label: <Trans>Duration, from approval</Trans>,
      options: offeredHours.map((value) => ({
        value,
        label: value === '1' ? t`1 hour` : t`${value} hours`,
      })),
    },
    {
      type: 'long',
      name: 'reason',
      label: <Trans>Reason</Trans>,
      hint: (
        <Trans>
          Another person who manages the site approves or rejects it within {waitHours} hours. Until then{' '}
          {name} is refused. You will be notified.
        </Trans>
      ),
    },
  ]
  return (
    <FormModal<Values, typeof NewBanException>
      id="ban-exception"
      title={<Trans>Let {name} in for a few hours</Trans>}
      schema={NewBanException}
      values={{ site_id: ban.site_id ?? '', hours: '2', reason: '' }}
      read={({ hours, site_id, ...values }) => ({
        ...values,
        site_id: site_id || onlySite,
        hours: Number(hours),
      })}
      fields={fields}
      submitLabel={<Trans>Ask</Trans>}
      submit={async (body, once) => {
        await api.call(askBanExceptionEndpoint, { params: { id: ban.id }, headers: once, body })
        toast('success', t`The other Managers of the site are notified.`)
        await renewBans()
      }}
      onClose={onClose}
    />
  )
}

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
