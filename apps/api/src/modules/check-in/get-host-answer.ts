import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { getHostAnswerEndpoint } from '@gatehouse/validation/endpoints/check-in'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { visitHosts } from '../../db/schema/visit-hosts.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { hostAccount, hostName, isHostAccount } from '../people/visit-host.ts'
import type { CheckOutTokens } from './check-out-token.ts'

/** What the host of a visit has answered. @throws AppError `not_found` for a forged token */
export async function getHostAnswer(
  { db }: Pick<Context, 'db'>,
  tokens: CheckOutTokens,
  checkOutToken: string,
): Promise<EndpointOutput<typeof getHostAnswerEndpoint>> {
  const token = tokens.read(checkOutToken)
  if (!token) throw new AppError('not_found')
  return withScope(
    db,
    token.scope,
    async (tx) => {
      const [found] = await tx
        .select({ host: hostName, userId: visitHosts.userId, answer: visitHosts.answer })
        .from(visitHosts)
        .leftJoin(hostAccount, isHostAccount)
        .where(and(eq(visitHosts.clientId, token.scope.clientId), eq(visitHosts.visitId, token.visitId)))
      if (!found) return { host: null, isTold: false, answer: null }
      return { host: found.host, isTold: found.userId !== null, answer: found.answer }
    },
    { readOnly: true },
  )
}
