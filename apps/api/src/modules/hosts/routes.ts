import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { HostRefs } from '../check-in/choose-host.ts'
import { createMethodDirectory } from '../sign-in-methods/method-directory.ts'
import { findHosts } from './find-hosts.ts'
import { listHostOptions } from './list-host-options.ts'
import { answerVisitor, listOwnVisitors } from './own-visitors.ts'

export function registerHosts({ route }: Router, { hostRefs }: { hostRefs: HostRefs }): void {
  const methods = createMethodDirectory()

  route(endpoints.findHosts, async ({ ctx, body }) => ({
    hosts: await findHosts(ctx, { methods, hostRefs }, body),
  }))

  route(endpoints.listHostOptions, ({ ctx, query }) => listHostOptions(ctx, query))

  route(endpoints.listOwnVisitors, ({ ctx }) => listOwnVisitors(ctx))

  route(endpoints.answerVisitor, ({ ctx, params, body }) => answerVisitor(ctx, params.id, body.answer))
}
