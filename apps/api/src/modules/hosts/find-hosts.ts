import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { readSearch } from '@gatehouse/validation/search-terms'
import { and, asc } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import { hasWordWith } from '../../db/search.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { ipv6PrefixOf } from '../../lib/client-ip.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFloodGuard } from '../../rate-limits/buckets.ts'
import type { HostRefs } from '../check-in/choose-host.ts'
import type { DraftTokens } from '../check-in/draft-tokens.ts'
import { type MethodDirectory, findOpenMethod } from '../sign-in-methods/queries.ts'
import { isHostOf, selectHosts } from '../users/hosts-of-site.ts'

type Search = Omit<InputOf<'findHosts'>['body'], 'draft'>
type Found = OutputOf<'findHosts'>['hosts']

/** The limit of an opened page, or the shared one of callers without a page at an address. */
export function createHostSearchLimit(drafts: DraftTokens) {
  const secondsForDraft = createFloodGuard(rateRules.hostSearchPerDraft)
  /** @throws AppError `too_many_requests` */
  return async (
    { limits: taken, clientIp, now }: Context,
    methodId: string,
    token: string | null | undefined,
  ): Promise<void> => {
    const draft = token ? drafts.read(token, methodId, now) : undefined
    if (draft === undefined) return taken.take('hostSearch', `${clientIp} ${methodId}`)
    const retryAfterSeconds = secondsForDraft(draft, now.getTime())
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
  }
}

/**
 * The site's first hosts whose names have words that start with the words of the search.
 * @throws AppError `not_found` for a method that is closed or asks for no host, `too_many_requests`
 */
export async function findHosts(
  ctx: Context,
  { methods, hostRefs }: { methods: MethodDirectory; hostRefs: HostRefs },
  { id: methodId, search }: Search,
): Promise<Found> {
  const found = await methods.find(ctx.db, methodId)
  if (!found) throw new AppError('not_found')
  const wait = await ctx.limits.takeIfAny('hostSearchPerMethod', methodId)
  // Other callers may have used up the method's limit; then each network has a limit of its own.
  if (wait > 0)
    await ctx.limits.take('hostSearchInFlood', `${ipv6PrefixOf(ctx.clientIp) ?? ctx.clientIp} ${methodId}`)
  const { words, numbers } = readSearch(search)
  const beginnings = [...words, ...numbers.flatMap((number) => number.words)]
  return withReadScope(ctx.db, found.scope, async (tx) => {
    const open = await findOpenMethod(tx, found)
    if (!open?.method.asksHost) throw new AppError('not_found')
    if (Array.from(beginnings.map(([typed]) => typed).join('')).length < limits.hosts.letters) return []
    const { clientId, id: siteId } = open.site
    const people = await selectHosts(tx)
      .where(
        and(isHostOf({ clientId, siteId }), ...beginnings.map((word) => hasWordWith(users.foldedName, word))),
      )
      .orderBy(asc(users.foldedName), asc(users.id))
      .limit(limits.hosts.shown)
    return people.map(({ id, firstName, lastName }) => ({
      name: `${firstName} ${lastName}`,
      ref: hostRefs.of(id, methodId),
    }))
  })
}
