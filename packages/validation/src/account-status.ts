/**
 * Why an account may not sign in, although its password was right: keys, each with its English sentence. Front ends translate
 * the key.
 */
export const accountStatusMessages = {
  disabled: 'Account is disabled. Please contact support.',
  pending: 'Account is waiting for approval.',
  archived: 'Account is archived. Please contact your administrator.',
  rejected: 'Account was not approved. Please contact your administrator.',
  locked: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
} as const

export type AccountStatus = keyof typeof accountStatusMessages

/** The key behind a sentence that the API answered; undefined for any other sentence. */
export function accountStatusOfSentence(sentence: string): AccountStatus | undefined {
  return (Object.keys(accountStatusMessages) as AccountStatus[]).find(
    (key) => accountStatusMessages[key] === sentence,
  )
}
