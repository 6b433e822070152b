import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { changeSites } from './change-sites.ts'
import { createSite, updateSite } from './write-site.ts'
import {
  createMusterPoint,
  deleteMusterPoint,
  listMusterPoints,
  toPointResponse,
  updateMusterPoint,
} from './muster-points.ts'
import { deletePicture, setPicture } from './picture.ts'
import { hasReadableRecords } from './policy.ts'
import { findSiteOptions } from './queries.ts'
import { toSiteResponse, getSite, listSites } from './site-list.ts'
import { listSiteQuestions, setSiteQuestions } from './site-questions.ts'
import { createRole, deleteRole, listRoles, toRoleResponse, updateRole } from './visitor-roles.ts'

export function registerSites({ route }: Router, { photos }: { photos: PhotoStore }): void {
  route(endpoints.listSites, ({ ctx, query }) => listSites(ctx, query))
  route(endpoints.createSite, async ({ ctx, body }) => toSiteResponse(await createSite(ctx, body)))
  route(endpoints.getSite, async ({ ctx, params }) => toSiteResponse(await getSite(ctx, params.id)))
  route(endpoints.updateSite, async ({ ctx, params, headers, body }) =>
    toSiteResponse(await updateSite(ctx, params.id, body, headers['if-match'])),
  )
  route(endpoints.putSitePicture, async ({ ctx, params, upload }) =>
    toSiteResponse(await setPicture(ctx, photos, params.id, upload)),
  )
  route(endpoints.deleteSitePicture, async ({ ctx, params }) =>
    toSiteResponse(await deletePicture(ctx, photos, params.id)),
  )
  route(endpoints.changeSites, ({ ctx, body }) => changeSites(ctx, body))
  route(endpoints.listVisitorRoles, ({ ctx, params, query }) => listRoles(ctx, params.id, query))
  route(endpoints.createVisitorRole, async ({ ctx, params, body }) =>
    toRoleResponse(await createRole(ctx, params.id, body)),
  )
  route(endpoints.updateVisitorRole, async ({ ctx, params, headers, body }) =>
    toRoleResponse(await updateRole(ctx, params, body, headers['if-match'])),
  )
  route(endpoints.deleteVisitorRole, ({ ctx, params }) => deleteRole(ctx, params))
  route(endpoints.listSiteQuestions, ({ ctx, params }) => listSiteQuestions(ctx, params.id))
  route(endpoints.setSiteQuestions, ({ ctx, params, body, headers }) =>
    setSiteQuestions(ctx, params.id, body.question_ids, headers['if-match']),
  )
  route(endpoints.listMusterPoints, ({ ctx, params }) => listMusterPoints(ctx, params.id))
  route(endpoints.createMusterPoint, async ({ ctx, params, body }) =>
    toPointResponse(await createMusterPoint(ctx, params.id, body)),
  )
  route(endpoints.updateMusterPoint, async ({ ctx, params, headers, body }) =>
    toPointResponse(await updateMusterPoint(ctx, params, body, headers['if-match'])),
  )
  route(endpoints.deleteMusterPoint, ({ ctx, params }) => deleteMusterPoint(ctx, params))
  route(endpoints.listSiteOptions, ({ ctx, query }) => findSiteOptions(ctx, query))
  route(endpoints.listRecordSiteOptions, ({ ctx, query }) => findSiteOptions(ctx, query, hasReadableRecords))
}
