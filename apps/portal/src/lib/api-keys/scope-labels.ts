import type { ApiKeyScope } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a key may read. A scope without a text does not compile. */
export const apiKeyScopeLabels: Record<ApiKeyScope, MessageDescriptor> = {
  'sites:read': msg`Sites`,
  'presence:read': msg`People on site`,
  'access_log:read': msg`Access log, with its export`,
  'sign_in_methods:read': msg`Sign-in methods`,
  'users:read': msg`Users`,
  'webhooks:read': msg`Events of webhooks`,
}
