import type { RateRuleName } from '@gatehouse/validation/limits'
import { installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import type { TestApp } from './build-test-app.ts'

/**
 * Leaves this many tokens of a limit in the database, as if the others had been used. A node's own
 * share is used before them.
 */
export function leaveTokens(
  { database, limits }: Pick<TestApp, 'database' | 'limits'>,
  rule: RateRuleName,
  key: string,
  tokens: number,
): Promise<void> {
  return withScope(database.db, installationScope(), async (tx) => {
    const [held = 0] = await limits.peek(tx, [[rule, key]])
    await limits.charge(tx, [[rule, key, held - tokens]])
  })
}
