import { changePasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { api } from '@gatehouse/api-client/staff-api'
import { useForm } from '../../lib/use-form.ts'
import { checkConfirmation } from './new-password-fields.tsx'

/** The form that changes the own password. */
export function useChangePassword({
  onChanged,
  isLast = false,
}: {
  onChanged: () => Promise<void>
  isLast?: boolean
}) {
  return useForm({
    id: 'change-password',
    schema: changePasswordEndpoint.body,
    read: (data) => ({ password: data.get('password'), newPassword: data.get('newPassword') }),
    check: (data) => checkConfirmation(data, 'newPassword'),
    send: async (body) => {
      await api.call(changePasswordEndpoint, { body })
      await onChanged()
    },
    isLast,
  })
}

export type ChangePasswordForm = ReturnType<typeof useChangePassword>
