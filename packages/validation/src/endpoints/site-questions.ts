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
    'The questions of the client in their order, and which of them the site asks. Archived ones are left out.',
  access: 'staff',
  response: SiteQuestions,
})

export const setSiteQuestionsEndpoint = endpoint({
  method: 'PUT',
  path: '/sites/:id/questions',
  summary: 'Sets which questions the site asks. A question that is not there changes nothing at all.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: v.strictObject({ question_ids: v.pipe(v.array(Uuid), v.maxLength(limits.site.questions)) }),
  response: SiteQuestions,
  errors: ['changed_meanwhile'],
})
