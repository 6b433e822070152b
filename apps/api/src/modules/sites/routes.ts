import {
  createMusterPointEndpoint,
  deleteMusterPointEndpoint,
  listMusterPointsEndpoint,
  updateMusterPointEndpoint,
} from '@gatehouse/validation/endpoints/muster-points'
import {
  listSiteQuestionsEndpoint,
  setSiteQuestionsEndpoint,
} from '@gatehouse/validation/endpoints/site-questions'
import {
  listRecordSiteOptionsEndpoint,
  listSiteOptionsEndpoint,
} from '@gatehouse/validation/endpoints/site-options'
import {
  changeSitesEndpoint,
  createSiteEndpoint,
  getSiteEndpoint,
  listSitesEndpoint,
  updateSiteEndpoint,
} from '@gatehouse/validation/endpoints/sites'
import {
  createVisitorRoleEndpoint,
  deleteVisitorRoleEndpoint,
  listVisitorRolesEndpoint,
  updateVisitorRoleEndpoint,
} from '@gatehouse/validation/endpoints/visitor-roles'
import type { Router } from '../../plugins/route.ts'
import { changeSites } from './change-sites.ts'
import { createSite, updateSite } from './write-site.ts'
import {
  createMusterPoint,
  deleteMusterPoint,
  listMusterPoints,
  toPointResponse,
  updateMusterPoint,
} from './muster-points.ts'
import { hasReadableRecords } from './policy.ts'
import { findSiteOptions } from './queries.ts'
import { toSiteResponse, getSite, listSites } from './site-list.ts'
import { listSiteQuestions, setSiteQuestions } from './site-questions.ts'
import { createRole, deleteRole, listRoles, toRoleResponse, updateRole } from './visitor-roles.ts'

export function registerSites({ route }: Router): void {
  route(listSitesEndpoint, ({ ctx, query }) => listSites(ctx, query))
  route(createSiteEndpoint, async ({ ctx, body }) => toSiteResponse(await createSite(ctx, body)))
  route(getSiteEndpoint, async ({ ctx, params }) => toSiteResponse(await getSite(ctx, params.id)))
  route(updateSiteEndpoint, async ({ ctx, params, headers, body }) =>
    toSiteResponse(await updateSite(ctx, params.id, body, headers['if-match'])),
  )
  route(changeSitesEndpoint, ({ ctx, body }) => changeSites(ctx, body))
  route(listVisitorRolesEndpoint, ({ ctx, params, query }) => listRoles(ctx, params.id, query))
  route(createVisitorRoleEndpoint, async ({ ctx, params, body }) =>
    toRoleResponse(await createRole(ctx, params.id, body)),
  )
  route(updateVisitorRoleEndpoint, async ({ ctx, params, headers, body }) =>
    toRoleResponse(await updateRole(ctx, params, body, headers['if-match'])),
  )
  route(deleteVisitorRoleEndpoint, ({ ctx, params }) => deleteRole(ctx, params))
  route(listSiteQuestionsEndpoint, ({ ctx, params }) => listSiteQuestions(ctx, params.id))
  route(setSiteQuestionsEndpoint, ({ ctx, params, body, headers }) =>
    setSiteQuestions(ctx, params.id, body.question_ids, headers['if-match']),
  )
  route(listMusterPointsEndpoint, ({ ctx, params }) => listMusterPoints(ctx, params.id))
  route(createMusterPointEndpoint, async ({ ctx, params, body }) =>
    toPointResponse(await createMusterPoint(ctx, params.id, body)),
  )
  route(updateMusterPointEndpoint, async ({ ctx, params, headers, body }) =>
    toPointResponse(await updateMusterPoint(ctx, params, body, headers['if-match'])),
  )
  route(deleteMusterPointEndpoint, ({ ctx, params }) => deleteMusterPoint(ctx, params))
  route(listSiteOptionsEndpoint, ({ ctx, query }) => findSiteOptions(ctx, query))
  route(listRecordSiteOptionsEndpoint, ({ ctx, query }) => findSiteOptions(ctx, query, hasReadableRecords))
}
