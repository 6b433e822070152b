import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

const ofVisit = v.strictObject({ checkOutToken: v.pipe(v.string(), v.maxLength(300)) })

/** The muster at a visitor's site, as the pass shows it; null where none is running. */
const OwnMuster = v.object({
  muster: v.nullable(
    v.object({
      drill: v.boolean(),
      points: v.array(v.object({ name: v.string(), place: v.string() })),
      saidSafe: v.boolean(),
      isSeen: v.boolean(),
    }),
  ),
})

export const getOwnMusterEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/muster',
  summary: 'Returns the running muster at the site of a visit.',
  access: 'public',
  byGuests: true,
  body: ofVisit,
  response: OwnMuster,
  errors: ['not_found'],
})

export const saySafeEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/muster/safe',
  summary: 'Reports the visitor as safe to the wardens of a muster. The visitor does not count as seen.',
  access: 'public',
  byGuests: true,
  body: ofVisit,
  response: OwnMuster,
  errors: ['not_found'],
})
