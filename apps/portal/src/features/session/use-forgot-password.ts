import { forgotPasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { useState } from 'react'
import { publicApi } from '@gatehouse/api-client/staff-api'
import { useForm } from '../../lib/use-form.ts'

/** The form that asks for a link to a new password. Whether the address is known is not told. */
export function useForgotPassword() {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    id: 'forgot',
    schema: forgotPasswordEndpoint.body,
    read: (data) => ({ email: data.get('email') }),
    send: async (body) => {
      await publicApi.call(forgotPasswordEndpoint, { body })
      setSent(true)
    },
    isSingle: true,
  })
  return {
    form,
    isSent,
    /** Another address is being typed. */
    change: () => setSent(false),
  }
}

export type ForgotPassword = ReturnType<typeof useForgotPassword>
