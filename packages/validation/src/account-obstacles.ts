/**
 * Why an account may not sign in, although its password was right: keys, each with its English sentence. Front ends translate
 * the key.
 */
export const accountObstacles = {
  disabled: 'Account is disabled. Please contact support.',
  pending: 'Account is waiting for approval.',
  archived: 'Account is archived. Please contact your administrator.',
  rejected: 'Account was not approved. Please contact your administrator.',
  locked: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
} as const

export type AccountObstacle = keyof typeof accountObstacles

/** The key behind a sentence that the API answered; undefined for any other sentence. */
export function obstacleOfSentence(sentence: string): AccountObstacle | undefined {
  return (Object.keys(accountObstacles) as AccountObstacle[]).find(
    (key) => accountObstacles[key] === sentence,
  )
}
