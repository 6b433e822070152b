import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IfMatchHeaders } from '../fields.ts'
import { checkOutRoles, twoStepAudiences } from '../vocabulary.ts'

const Audiences = v.array(v.picklist(twoStepAudiences))

export const SignInPolicyChanges = v.strictObject({
  two_step_required_for: v.optional(v.pipe(Audiences, v.maxLength(twoStepAudiences.length))),
  board_without_two_step: v.optional(v.boolean()),
  check_out_others: v.optional(v.picklist(checkOutRoles)),
})
export type SignInPolicyChanges = v.InferOutput<typeof SignInPolicyChanges>

export const SignInPolicy = v.object({
  /** People of these groups without a second factor must set one up first. */
  two_step_required_for: Audiences,
  /** Whether staff see the board after the password alone. */
  board_without_two_step: v.boolean(),
  /** Who may check out others at their sites: this role and all above it. */
  check_out_others: v.picklist(checkOutRoles),
  /** The client's: its details are part of the same row. */
  last_modified: v.string(),
})
export type SignInPolicy = v.InferOutput<typeof SignInPolicy>

const path = '/settings/sign-in-policy'

export const getSignInPolicyEndpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Returns for which users the client requires a second factor, and who may check out others.',
  access: 'admin',
  response: SignInPolicy,
  errors: ['client_not_chosen'],
})

export const updateSignInPolicyEndpoint = endpoint({
  method: 'PATCH',
  path,
  summary:
    'Updates for which users the client requires a second factor, and who may check out others. Changes ' +
    'also apply immediately to active sessions. Only a site_admin can change the requirement for ' +
    'site_admins.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: SignInPolicyChanges,
  response: SignInPolicy,
  errors: ['client_not_chosen', 'changed_meanwhile'],
})
