import { getSignInPolicyEndpoint } from '@gatehouse/validation/endpoints/sign-in-policy'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import type { CheckOutRole, TwoStepAudience } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'

export const policyQuery = queryOptions({
  ...endpointQuery(getSignInPolicyEndpoint, {}),
  // A form on a page that does not show the policy starts with the stored one.
  gcTime: 0,
})

/** For the middle of a sentence. */
export const audienceLabels: Record<TwoStepAudience, MessageDescriptor> = {
  site_admin: msg`site administrators`,
  admin: msg`administrators`,
  Manager: msg`managers`,
  Staff: msg`staff members`,
}

export const checkOutLabels: Record<CheckOutRole, MessageDescriptor> = {
  admin: msg`Administrators only`,
  Manager: msg`Administrators and managers`,
  Staff: msg`Administrators, managers and staff members`,
}
