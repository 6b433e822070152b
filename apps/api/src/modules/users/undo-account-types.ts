import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { undoAccountTypesEndpoint, User } from '@gatehouse/validation/endpoints/users'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { inArray } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import { OneTransaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UserDeps } from './create-user.ts'
import { keepLastAdmins } from './policy.ts'
import { updateUser } from './update-user.ts'

type Replaced = EndpointInput<typeof undoAccountTypesEndpoint>['body']['users'][number]

/** Gives users the rights back that a change of their type has replaced, in one transaction. Who may not be changed stays as they are. */
export function undoAccountTypes(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  replaced: readonly Replaced[],
): Promise<BulkResult> {
  const rights = replaced.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return withScope(ctx.db, ctx.actor.scope, async (tx) => {
    // The administrators of all clients are locked before the first user, as in every action on many.
    const losing = rights.filter(({ admin }) => !admin).map(({ id }) => id)
    await keepLastAdmins(tx, ctx.actor, inArray(users.id, losing))
    const result: BulkResult = { done: 0, blocked: [] }
    const unchanged: string[] = []
    for (const { id, last_modified: seen, admin, access } of rights) {
      try {
        await tx.transaction((inner) =>
          updateUser(
            { ...ctx, db: new OneTransaction(() => Promise.resolve(inner)) },
            deps,
            id,
            { admin, access },
            seen,
          ),
        )
        result.done += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { code } = error
        // Also where it is asked for a second time, because the first answer was lost.
        if (code === 'changed_meanwhile' && hasRights(error.current as User, { admin, access }))
          unchanged.push(id)
        else result.blocked.push({ id, code, message: errorSentences[code] })
      }
    }
    return { ...result, ...(unchanged.length > 0 && { unchanged }) }
  })
}

/** Whether somebody has exactly these rights already. */
function hasRights(user: User, { admin, access }: Pick<Replaced, 'admin' | 'access'>): boolean {
  const text = (entries: Replaced['access']) =>
    entries
      .map(({ site_id: siteId, user_type: type }) => `${siteId} ${type}`)
      .sort()
      .join()
  return user.admin === admin && text(user.access) === text(access)
}
