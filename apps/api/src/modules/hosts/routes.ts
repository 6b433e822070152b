import {
  answerVisitorEndpoint,
  findHostsEndpoint,
  listOwnVisitorsEndpoint,
} from '@gatehouse/validation/endpoints/hosts'
import { listHostOptionsEndpoint } from '@gatehouse/validation/endpoints/presence-changes'
import type { Router } from '../../plugins/route.ts'
import type { HostRefs } from '../check-in/choose-host.ts'
import { createMethodDirectory } from '../sign-in-methods/method-directory.ts'
import { findHosts } from './find-hosts.ts'
import { listHostOptions } from './list-host-options.ts'
import { answerVisitor, listOwnVisitors } from './own-visitors.ts'

export function registerHosts({ route }: Router, { hostRefs }: { hostRefs: HostRefs }): void {
  const methods = createMethodDirectory()

  route(findHostsEndpoint, async ({ ctx, body }) => ({
    hosts: await findHosts(ctx, { methods, hostRefs }, body),
  }))

  route(listHostOptionsEndpoint, ({ ctx, query }) => listHostOptions(ctx, query))

  route(listOwnVisitorsEndpoint, ({ ctx }) => listOwnVisitors(ctx))

  route(answerVisitorEndpoint, ({ ctx, params, body }) => answerVisitor(ctx, params.id, body.answer))
}
