import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders, lineOf } from '../fields.ts'
import { limits } from '../limits.ts'

export const musterPointFields = {
  name: v.pipe(lineOf(limits.site.labelCharacters), v.minLength(1, say('site_name_required'))),
  /** Where it is, in words. */
  place: lineOf(200),
}

export const NewMusterPoint = v.strictObject({
  name: musterPointFields.name,
  place: v.optional(musterPointFields.place, ''),
})
export type NewMusterPoint = v.InferOutput<typeof NewMusterPoint>

export const MusterPointChanges = v.partial(v.strictObject(musterPointFields))
export type MusterPointChanges = v.InferOutput<typeof MusterPointChanges>

export const MusterPoint = v.object({
  id: v.string(),
  name: v.string(),
  place: v.string(),
  last_modified: v.string(),
})
export type MusterPoint = v.InferOutput<typeof MusterPoint>

const path = '/sites/:id/muster-points'

export const listMusterPointsEndpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Lists the points where the people of a site gather in an evacuation, by name.',
  access: 'staff',
  response: v.object({ items: v.array(MusterPoint), total: v.number() }),
})

export const createMusterPointEndpoint = creationEndpoint({
  path,
  summary: 'Creates a muster point.',
  access: 'admin',
  body: NewMusterPoint,
  response: MusterPoint,
  errors: ['too_many_parts', 'name_taken'],
})

export const updateMusterPointEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:pointId`,
  summary: 'Updates a muster point.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: MusterPointChanges,
  response: MusterPoint,
  errors: ['changed_meanwhile', 'name_taken'],
})

export const deleteMusterPointEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:pointId`,
  summary: 'Deletes a muster point.',
  access: 'admin',
  response: 'none',
})
