import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../../plugins/route.ts'
import {
  type ExternalApiDeps,
  getExternalApi,
  toExternalApiResponse,
  testExternalApi,
  updateExternalApi,
} from './external-api.ts'

export function registerExternalApi({ route }: Router, deps: ExternalApiDeps): void {
  route(endpoints.getSiteExternalApi, async ({ ctx, params }) =>
    toExternalApiResponse(await getExternalApi(ctx, params.id)),
  )
  route(endpoints.updateSiteExternalApi, async ({ ctx, params, headers, body }) =>
    toExternalApiResponse(await updateExternalApi(ctx, deps, params.id, body, headers['if-match'])),
  )
  route(endpoints.testSiteExternalApi, async ({ ctx, params }) =>
    toExternalApiResponse(await testExternalApi(ctx, deps, params.id)),
  )
}
