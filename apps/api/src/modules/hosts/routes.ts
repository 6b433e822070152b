import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { HostRefs } from '../check-in/choose-host.ts'
import type { DraftTokens } from '../check-in/draft-tokens.ts'
import { createMethodDirectory } from '../sign-in-methods/queries.ts'
import { createHostSearchLimit, findHosts } from './find-hosts.ts'
import { listHostOptions } from './list-host-options.ts'
import { answerVisitor, listOwnVisitors } from './own-visitors.ts'

export function registerHosts(
  { route }: Router,
  { hostRefs, drafts }: { hostRefs: HostRefs; drafts: DraftTokens },
): void {
  const methods = createMethodDirectory()
  const takeSearch = createHostSearchLimit(drafts)

  route(endpoints.findHosts, async ({ ctx, body: { id, draft, search } }) => {
    const methodId = id.toLowerCase()
    await takeSearch(ctx, methodId, draft)
    return { hosts: await findHosts(ctx, { methods, hostRefs }, { id: methodId, search }) }
  })

  route(endpoints.listHostOptions, ({ ctx, query }) => listHostOptions(ctx, query))

  route(endpoints.listOwnVisitors, ({ ctx }) => listOwnVisitors(ctx))

  route(endpoints.answerVisitor, ({ ctx, params, body }) => answerVisitor(ctx, params.id, body.answer))
}
