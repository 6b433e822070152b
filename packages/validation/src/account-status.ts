/**
 * Why an account may not sign in although its password was right: stable keys, each with its English sentence. The error
 * `account_unavailable` carries the key as `account_status`. Front ends translate the key.
 */
export const accountStatusMessages = {
  disabled: 'Account is disabled. Please contact support.',
  pending: 'Account is waiting for approval.',
  archived: 'Account is archived. Please contact your administrator.',
  rejected: 'Account was not approved. Please contact your administrator.',
} as const

export type AccountStatus = keyof typeof accountStatusMessages

export function isAccountStatus(text: string): text is AccountStatus {
  return Object.hasOwn(accountStatusMessages, text)
}
