import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { firstSteps } from '../vocabulary.ts'

export const GettingStarted = v.object({
  steps: v.array(
    v.object({
      step: v.picklist(firstSteps),
      /** Done by what exists, such as a site or a visit, or when a user says so. */
      state: v.picklist(['open', 'done', 'skipped']),
    }),
  ),
  /** The first sign-in method, once there is one. */
  method: v.nullable(
    v.object({ id: v.string(), key: v.string(), site_id: v.string(), site_name: v.string() }),
  ),
})
export type GettingStarted = v.InferOutput<typeof GettingStarted>

export const getGettingStartedEndpoint = endpoint({
  method: 'GET',
  path: '/getting-started',
  summary: 'Returns the first steps of a client and their states.',
  access: 'admin',
  background: true,
  response: GettingStarted,
  errors: ['client_not_chosen'],
})

export const closeFirstStepEndpoint = endpoint({
  method: 'POST',
  path: '/getting-started/:step',
  summary:
    'Marks a first step as done or skipped. The poster can be done once a sign-in method exists, and the ' +
    'board once a visit exists. The other steps are done automatically.',
  access: 'admin',
  params: v.object({ step: v.picklist(firstSteps) }),
  body: v.strictObject({ state: v.picklist(['done', 'skipped']) }),
  response: GettingStarted,
  errors: ['client_not_chosen'],
})
