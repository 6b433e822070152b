import { queryClient } from '@gatehouse/api-client/query-client'
import { Notice } from '@gatehouse/ui/core/notice'
import {
  SignInPolicy,
  SignInPolicyChanges,
  updateSignInPolicyEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-policy'
import { checkOutRoles, type TwoStepAudience, twoStepAudiences } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { checkOutLabels, policyQuery } from './sign-in-policy.ts'

function valuesOf({
  two_step_required_for: required,
  board_without_two_step: board,
  check_out_others: checkOut,
}: SignInPolicy) {
  const isFor = (audience: TwoStepAudience) => required.includes(audience)
  return {
    site_admin: isFor('site_admin'),
    admin: isFor('admin'),
    Manager: isFor('Manager'),
    Staff: isFor('Staff'),
    board,
    checkOut,
  }
}

type Values = ReturnType<typeof valuesOf>

interface SignInPolicyModalProps {
  /** Only site admins change what is required of site admins. */
  isSiteAdmin: boolean
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Which accounts of the client require a second factor, and who may check out others. */
export function SignInPolicyModal({ isSiteAdmin, onSaved, onClose }: SignInPolicyModalProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(policyQuery)
  const { headers, form } = useEditedRow(data, SignInPolicy, valuesOf)
  const fields: FormField<Values>[] = [
    {
      type: 'custom',
      key: 'notice',
      edits: null,
      render: () => (
        <Notice kind="info">
          <Trans>Affected users must set it up before they can do anything else. This includes you.</Trans>
        </Notice>
      ),
    },
    { type: 'checkbox', name: 'admin', label: <Trans>Administrators need two-step authentication</Trans> },
    { type: 'checkbox', name: 'Manager', label: <Trans>Managers need two-step authentication</Trans> },
    { type: 'checkbox', name: 'Staff', label: <Trans>Staff members need two-step authentication</Trans> },
    {
      type: 'checkbox',
      name: 'site_admin',
      label: <Trans>Site administrators of this client need two-step authentication</Trans>,
      isShown: () => isSiteAdmin,
    },
    {
      type: 'checkbox',
      name: 'board',
      label: <Trans>Staff open the board without a code</Trans>,
      hint: (
        <Trans>
          Anyone with the password of a staff member can see who is on site, with mobile numbers and photos.
          Marking people in a muster still needs the code.
        </Trans>
      ),
    },
    {
      type: 'select',
      name: 'checkOut',
      label: <Trans>Who can check out others</Trans>,
      hint: <Trans>At their own sites. Visitors can always check themselves out.</Trans>,
      options: checkOutRoles.map((value) => ({ value, label: t(checkOutLabels[value]) })),
    },
  ]
  return (
    <FormModal<Values, typeof SignInPolicyChanges>
      id="sign-in-policy"
      title={<Trans>Sign-in policy</Trans>}
      schema={SignInPolicyChanges}
      read={({ board, checkOut, ...audiences }) => ({
        two_step_required_for: twoStepAudiences.filter((audience) => audiences[audience]),
        board_without_two_step: board,
        check_out_others: checkOut,
      })}
      placeholder={
        <Pending title={<Trans>The sign-in policy could not be loaded</Trans>} query={query} height={240} />
      }
      fields={fields}
      submit={async (body) => {
        queryClient.setQueryData(
          policyQuery.queryKey,
          await api.call(updateSignInPolicyEndpoint, { headers, body }),
        )
        toast('success', t`The sign-in policy has been saved.`)
        await onSaved()
      }}
      {...form}
      onClose={onClose}
    />
  )
}
