import * as v from 'valibot'
import type { AuditAction } from './audit-actions.ts'
import { visitEndings } from './vocabulary.ts'

/** Events of visits, including automatic ones, such as a visit that a later one supersedes. */
export const visitEvents = ['visitor.signed_in', 'visitor.signed_out', 'visitor.refused'] as const
export type VisitEvent = (typeof visitEvents)[number]

/** The start of a muster or drill, a drill that becomes real, and the end. */
export const musterEvents = ['muster.started', 'muster.ended'] as const satisfies readonly AuditAction[]

const recordEvents = [
  'site.created',
  'site.updated',
  'site.archived',
  'site.restored',
  'sign_in_method.created',
  'sign_in_method.updated',
  'sign_in_method.enabled',
  'sign_in_method.disabled',
  'sign_in_method.moved',
  'sign_in_method.key_renewed',
  'sign_in_method.retired',
  'user.created',
  'user.imported',
  'user.updated',
  'user.type_changed',
  'user.approved',
  'user.rejected',
  'user.reopened',
  'user.archived',
  'user.restored',
] as const satisfies readonly AuditAction[]

/** Changes of sites, methods, people and musters, named like their audit entries. */
export const changeEvents = [...recordEvents, ...musterEvents] as const
export type ChangeEvent = (typeof changeEvents)[number]

/**
 * What happens to a device at an entrance, once each: it is offline because it was not heard of for
 * too long, it is back, two devices use its token, or a warning begins.
 */
export const deviceStateEvents = [
  'device.offline',
  'device.back',
  'device.copied',
  'device.low_pressure',
  'device.filter_cartridge',
] as const
export type DeviceStateEvent = (typeof deviceStateEvents)[number]

/** Once a day, where the access log has new entries: proof that its end was not cut off later. */
export const logHeadEvent = 'log.head'

export const webhookEvents = [...visitEvents, ...deviceStateEvents, ...changeEvents, logHeadEvent] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent when a user tests a webhook, whatever events it subscribes to. */
export const testEvent = 'webhook.test'
export type SentEvent = WebhookEvent | typeof testEvent

export function isChangeEvent(action: string): action is ChangeEvent {
  return (changeEvents as readonly string[]).includes(action)
}

export function isRecordEvent(type: string): type is (typeof recordEvents)[number] {
  return (recordEvents as readonly string[]).includes(type)
}

export function isMusterEvent(type: string): type is (typeof musterEvents)[number] {
  return (musterEvents as readonly string[]).includes(type)
}

export function isDeviceStateEvent(type: string): type is DeviceStateEvent {
  return (deviceStateEvents as readonly string[]).includes(type)
}

const Named = v.strictObject({
  id: v.string(),
  /** Null where it no longer exists. */
  name: v.nullable(v.string()),
})

const Person = v.strictObject({
  kind: v.picklist(['user', 'visitor']),
  /** Null for a visitor without an account. */
  user_id: v.nullable(v.string()),
  /** Null once the retention has removed the names. */
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
})

const ofVisit = {
  site: Named,
  /** Null where the person was signed in without one. */
  sign_in_method: v.nullable(Named),
  person: Person,
  /** The chosen role; empty where there was none to choose. */
  role: v.string(),
  dependents: v.number(),
}

/** The user who did it; null for automatic actions. */
const actorId = v.nullable(v.string())

const of = <const Type extends string, Data extends v.ObjectEntries>(types: readonly Type[], data: Data) =>
  v.strictObject({
    type: v.picklist(types),
    /** When it happened. */
    timestamp: v.string(),
    data: v.strictObject(data),
  })

/**
 * The body of a call to a webhook. It holds nothing about health: no temperature, no answer, no
 * reason of a refusal. It has no mobile and no email either.
 */
export const WebhookBody = v.variant('type', [
  of(['visitor.signed_in'], {
    ...ofVisit,
    visit: v.strictObject({
      id: v.string(),
      signed_in_at: v.string(),
      /** Not null for a visit that was over when the sign-in arrived: a kiosk had no network. */
      ended_as: v.nullable(v.picklist(visitEndings)),
    }),
  }),
  of(['visitor.signed_out'], {
    ...ofVisit,
    visit: v.strictObject({
      id: v.string(),
      signed_in_at: v.string(),
      ended_as: v.picklist(visitEndings),
      /** When the person left; null where that is unknown. */
      signed_out_at: v.nullable(v.string()),
    }),
  }),
  of(['visitor.refused'], { ...ofVisit, attempt: v.strictObject({ id: v.string() }) }),
  of(deviceStateEvents, {
    site: Named,
    /** That of the device. */
    sign_in_method: Named,
    /** When a device was last heard of before; when a warning began; when a token was made. */
    since: v.string(),
  }),
  of(recordEvents, {
    /** What was changed. */
    object: v.strictObject({
      kind: v.picklist(['site', 'sign_in_method', 'user']),
      id: v.string(),
      name: v.nullable(v.string()),
    }),
    actor_id: actorId,
  }),
  of(musterEvents, {
    /** The muster, with the name of its site. */
    object: v.strictObject({ kind: v.literal('muster'), id: v.string(), name: v.nullable(v.string()) }),
    drill: v.boolean(),
    actor_id: actorId,
  }),
  of([logHeadEvent], {
    /** How many entries the access log has. */
    entries: v.number(),
    /** The hash of the last one, which depends on all before it; in hexadecimal. */
    hash: v.string(),
  }),
  of([testEvent], { webhook: v.strictObject({ id: v.string() }) }),
])
export type WebhookBody = v.InferOutput<typeof WebhookBody>
