import {
  anonymiseBans,
  anonymisePresence,
  anonymiseRefusedAttempts,
  anonymiseVisits,
} from './anonymise-people.ts'
import {
  clearNotifications,
  deleteEvents,
  deleteReadings,
  deleteIdempotencyKeys,
  redactAuditEntries,
} from './anonymise-traces.ts'
import { clearAnswers, clearTemperatures, deletePhotos } from './anonymise-health.ts'
import type { AnonymiseBatch } from './batch.ts'

/** Data that a client keeps for a number of days of its own. */
export const retentionClasses = ['contact', 'answer', 'temperature', 'photo'] as const
export type RetentionClass = (typeof retentionClasses)[number]

export interface RetentionStep {
  class: RetentionClass
  table: string
  anonymise: AnonymiseBatch
}

/** Everywhere that a class of data is, in the order in which it is worked off. */
export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'presence', anonymise: anonymisePresence },
  { class: 'contact', table: 'visits', anonymise: anonymiseVisits },
  { class: 'contact', table: 'refused_attempts', anonymise: anonymiseRefusedAttempts },
  { class: 'contact', table: 'bans', anonymise: anonymiseBans },
  { class: 'contact', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
  { class: 'contact', table: 'outbox', anonymise: deleteEvents },
  { class: 'contact', table: 'notifications', anonymise: clearNotifications },
  { class: 'contact', table: 'audit_entries', anonymise: redactAuditEntries },
  { class: 'answer', table: 'visits', anonymise: clearAnswers('visits', 'signed_in_at') },
  { class: 'answer', table: 'refused_attempts', anonymise: clearAnswers('refused_attempts', 'attempted_at') },
  { class: 'answer', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
  { class: 'temperature', table: 'visits', anonymise: clearTemperatures('visits', 'signed_in_at') },
  {
    class: 'temperature',
    table: 'refused_attempts',
    anonymise: clearTemperatures('refused_attempts', 'attempted_at'),
  },
  { class: 'temperature', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
  { class: 'temperature', table: 'readings', anonymise: deleteReadings },
  { class: 'photo', table: 'users', anonymise: deletePhotos },
]
