import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IfMatchHeaders, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { questionTypes } from '../vocabulary.ts'

export const SiteQuestion = v.object({
  id: v.string(),
  /** Its name in management lists. */
  name: v.string(),
  text: v.string(),
  type: v.picklist(questionTypes),
  enabled: v.boolean(),
  /** Whether the site asks it. */
  assigned: v.boolean(),
})
export type SiteQuestion = v.InferOutput<typeof SiteQuestion>

export const SiteQuestions = v.object({
  items: v.array(SiteQuestion),
  total: v.number(),
  /** Changes with the site's questions: the entity tag of a change. */
  version: v.string(),
})
export type SiteQuestions = v.InferOutput<typeof SiteQuestions>

export const listSiteQuestionsEndpoint = endpoint({
  method: 'GET',
  path: '/sites/:id/questions',
  summary:
    'Lists the questions of the client in their order, and whether the site asks each. Archived questions ' +
    'are not included.',
  access: 'staff',
  response: SiteQuestions,
})

export const setSiteQuestionsEndpoint = endpoint({
  method: 'PUT',
  path: '/sites/:id/questions',
  summary: 'Sets which questions a site asks. If one of the questions does not exist, nothing changes.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: v.strictObject({ question_ids: v.pipe(v.array(Uuid), v.maxLength(limits.site.questions)) }),
  response: SiteQuestions,
  errors: ['changed_meanwhile'],
})
