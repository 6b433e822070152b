import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Uuid, ShownMobile } from '../fields.ts'

export const BoardSite = v.object({
  id: v.string(),
  name: v.string(),
  offline_users: v.boolean(),
  timeZone: v.string(),
  /** The site's client, for readers who see several clients; null for any other. */
  client_name: v.nullable(v.string()),
  can_start_muster: v.boolean(),
})
export type BoardSite = v.InferOutput<typeof BoardSite>

export const BoardPerson = v.object({
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: v.nullable(v.string()),
  empNo: v.nullable(v.string()),
  checkedIn: v.boolean(),
  logDate: v.nullable(v.string()),
  tel: v.nullable(ShownMobile),
  telMasked: v.boolean(),
  phoneExt: v.nullable(v.string()),
  hasPhoto: v.boolean(),
  dependents: v.number(),
  /** The person visited. */
  host: v.nullable(v.string()),
  kind: v.picklist(['user', 'visitor']),
})
export type BoardPerson = v.InferOutput<typeof BoardPerson>

export const listBoardSitesEndpoint = endpoint({
  method: 'GET',
  path: '/board/sites',
  summary:
    'Lists the sites whose board the caller can see: the first 200 matches by name, after the one of ' +
    '`site`.',
  access: 'board',
  background: true,
  query: v.strictObject({ search: PageQuery.search, site: v.optional(Uuid) }),
  response: v.array(BoardSite),
})

export const getBoardEndpoint = endpoint({
  method: 'GET',
  path: '/board/:siteId',
  summary: 'Lists the people on a site now, by name, with a strong ETag.',
  access: 'board',
  background: true,
  etag: true,
  response: v.array(BoardPerson),
})

export const getCheckedOutBoardEndpoint = endpoint({
  method: 'GET',
  path: '/board/out/:siteId',
  summary: 'Lists the users of a site who are not there now, by name.',
  access: 'board',
  background: true,
  etag: true,
  response: v.array(BoardPerson),
})

export const listDoubtedDeparturesEndpoint = endpoint({
  method: 'GET',
  path: '/board/:siteId/doubted-departures',
  summary:
    'Lists the people who left in the last half hour after signing in on several phones. Returns the ' +
    'latest 1,000, newest first.',
  access: 'board',
  background: true,
  response: v.array(
    v.object({ id: v.string(), firstName: v.string(), lastName: v.string(), leftAt: v.string() }),
  ),
})

export const getBoardPhotoEndpoint = endpoint({
  method: 'GET',
  path: '/board/photo/:userId',
  summary: 'Returns a person’s photo, or 204 if there is none.',
  access: 'board',
  background: true,
  response: 'image',
})
