import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFloodGuard } from '../../rate-limits/buckets.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { foldNameInAnyOrder, type FullName } from '../identity/fold-name.ts'
import type { Visitor } from '../identity/person-key.ts'

const MAX_WAITING = 200
const RETRY_SECONDS = 1

/** An opened page of a method, or a call without one. */
export interface OpenedPage {
  methodId: string
  /** The id of the page's draft. */
  draft: string | undefined
}

const PAGE_SECONDS = serverLimits.draftMinutes * 60

export type CheckInLimits = ReturnType<typeof createCheckInLimits>

export function createCheckInLimits() {
  const secondsForDraft = createFloodGuard(rateRules.checkInPerDraft)
  const secondsForFirst = createFloodGuard(rateRules.firstCheckInsPerDraft)
  const secondsForName = createFloodGuard(rateRules.firstCheckInsPerName)
  const secondsForFirsts = createFloodGuard(rateRules.firstCheckIns)
  const secondsForUserData = createFloodGuard(rateRules.userDataPerDraft)
  const turns = createSemaphore({
    permitsPerGroup: 1,
    maxWaiting: MAX_WAITING,
    createError: () => new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS }),
  })
  return {
    /**
     * Runs attempts with temperature codes at one method one by one, before they take a connection.
     * @throws AppError `unavailable` where too many are waiting
     */
    withMutex: <T>(methodId: string, work: () => Promise<T>): Promise<T> =>
      turns.run(work, { group: methodId }),
    /**
     * Takes one lookup of a visitor's questions, from the page's limit or from the one that all
     * callers without a page share at the IP address.
     * @throws AppError `too_many_requests`
     */
    async takeUserData({ limits, clientIp, now }: Context, { methodId, draft }: OpenedPage): Promise<void> {
      if (!draft) return limits.take('userData', `${clientIp} ${methodId}`)
      const retryAfterSeconds = secondsForUserData(draft, now.getTime())
      if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
    },
    /**
     * Whether the response may depend on the user that matches the visitor: own roles and questions
     * reveal that the mobile is right. Per name, only a few mobiles a day get such responses, from
     * all addresses together; a page keeps its result. The cost is the same for known and unknown
     * people.
     */
    async mayBeUser(
      { limits, clientIp }: Context,
      { methodId, draft }: OpenedPage,
      clientId: string,
      visitor: Visitor,
    ): Promise<boolean> {
      const key = `${clientId} ${foldNameInAnyOrder(visitor)}`
      // Counted per page: that the right person's page has used a mobile must not make it free for
      // others.
      const name = `${visitor.mobile} ${draft ?? `${clientIp} ${methodId}`}`
      try {
        await limits.takeForMember('mobilesPerName', { key, name, lifeSeconds: PAGE_SECONDS }, 1)
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'too_many_requests') return false
        throw error
      }
    },
    /**
     * Runs a sign-in within the limit of its IP address and method. Callers without a draft have
     * their own limit. Used-up limits block neither a paired tablet nor the first sign-ins of a
     * page, unless many use one name, because each may try another mobile for it.
     * @param work returns whether the sign-in counts. A draft's rejected attempts do not.
     * @throws AppError `too_many_requests`
     */
    async run<T extends { counts: boolean }>(
      { limits, clientIp, now }: Context,
      { methodId, draft, kioskToken }: OpenedPage & { kioskToken: string | undefined },
      name: FullName,
      work: () => Promise<T>,
    ): Promise<T> {
      const at = now.getTime()
      const rule = kioskToken ? 'checkInPerKiosk' : 'checkIn'
      const retryAfterSeconds = draft && !kioskToken ? secondsForDraft(draft, at) : 0
      if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
      const isFirst =
        draft !== undefined &&
        !kioskToken &&
        secondsForFirst(draft, at) === 0 &&
        secondsForName(`${clientIp} ${methodId} ${foldNameInAnyOrder(name)}`, at) === 0 &&
        secondsForFirsts(`${clientIp} ${methodId}`, at) === 0
      if (isFirst) return work()
      const key = kioskToken ?? `${clientIp} ${methodId}${draft ? '' : ' without a draft'}`
      await limits.take(rule, key)
      let counts = true
      try {
        const done = await work()
        counts = done.counts
        return done
      } catch (error) {
        counts = !(draft && error instanceof AppError && error.code === 'too_many_requests')
        throw error
      } finally {
        if (!counts) await limits.refund(rule, key)
      }
    },
  }
}

/**
 * Creates the limit of calls with one pass. Calls of one stay wait for each other's rows, so many
 * of them would use up the connections.
 * @returns a function that takes one call, and throws AppError `too_many_requests`
 */
export function createPassLimit(name: 'pass' | 'passUndo') {
  const secondsFor = createFloodGuard(rateRules[name])
  return ({ now }: Pick<Context, 'now'>, visit: { visitId: string } | undefined): void => {
    // Forged tokens are not counted.
    const retryAfterSeconds = visit ? secondsFor(visit.visitId, now.getTime()) : 0
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
  }
}
