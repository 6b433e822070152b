import {
  getSiteExternalApiEndpoint,
  testSiteExternalApiEndpoint,
  updateSiteExternalApiEndpoint,
} from '@gatehouse/validation/endpoints/external-api'
import type { Router } from '../../../plugins/route.ts'
import {
  type ExternalApiDeps,
  getExternalApi,
  toExternalApiResponse,
  testExternalApi,
  updateExternalApi,
} from './external-api.ts'

export function registerExternalApi({ route }: Router, deps: ExternalApiDeps): void {
  route(getSiteExternalApiEndpoint, async ({ ctx, params }) =>
    toExternalApiResponse(await getExternalApi(ctx, params.id)),
  )
  route(updateSiteExternalApiEndpoint, async ({ ctx, params, headers, body }) =>
    toExternalApiResponse(await updateExternalApi(ctx, deps, params.id, body, headers['if-match'])),
  )
  route(testSiteExternalApiEndpoint, async ({ ctx, params }) =>
    toExternalApiResponse(await testExternalApi(ctx, deps, params.id)),
  )
}
