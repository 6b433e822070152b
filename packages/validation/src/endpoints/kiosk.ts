import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { digits, FirstName, LastName, PairingCode, Uuid } from '../fields.ts'
import { KioskToken } from './check-in.ts'
import { limits } from '../limits.ts'

/** A visit as its visitor finds it at a kiosk. Others may read along, so it shows little. */
export const OwnVisit = v.object({
  firstName: v.string(),
  lastInitial: v.string(),
  signedInAt: v.string(),
  checkOutToken: v.string(),
})
export type OwnVisit = v.InferOutput<typeof OwnVisit>

export const OwnVisitSearch = v.strictObject({
  machineId: Uuid,
  firstName: FirstName,
  lastName: LastName,
  mobileEnding: digits(limits.mobileEndingDigits),
  /** A paired tablet's, which has its own limits. Any other text is ignored. */
  kioskToken: v.optional(KioskToken),
})
export type OwnVisitSearch = v.InferOutput<typeof OwnVisitSearch>

export const findOwnVisitEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/own-visit',
  summary:
    'Lists a person’s open visits at a kiosk, by full name and the last digits of the mobile. Searches ' +
    'without a match are rate-limited.',
  access: 'public',
  byGuests: true,
  body: OwnVisitSearch,
  response: v.object({
    visits: v.array(OwnVisit),
    /** By the server's clock. */
    time: v.string(),
  }),
  errors: ['not_found'],
})

export const pairKioskEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/kiosk-pairing',
  summary: 'Pairs a tablet with a kiosk by a code from the portal. The code works once.',
  access: 'public',
  byGuests: true,
  body: v.strictObject({ machineId: Uuid, code: PairingCode }),
  response: v.object({ kioskToken: v.string() }),
  errors: ['not_found'],
})

export const reportKioskEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/kiosk-report',
  summary: 'Reports the stored sign-ins of a kiosk. Returns the time and whether a muster is running.',
  access: 'public',
  byGuests: true,
  limit: { rule: 'kioskReport', per: 'machineId' },
  body: v.strictObject({
    machineId: Uuid,
    /** The tablet's own id: several may share a method. */
    kiosk: v.optional(Uuid),
    waiting: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.waitingSignIns)),
  }),
  response: v.object({
    time: v.string(),
    /** Whether a muster or a drill is running at the site. */
    hasMuster: v.boolean(),
  }),
  errors: ['not_found'],
})
