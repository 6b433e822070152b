import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { guestLimits } from '../vocabulary.ts'

/** `attention`: it works, and somebody has to look at it. `unused`: the installation does without it. */
export const healthStates = ['good', 'attention', 'failed', 'unused'] as const
export type HealthState = (typeof healthStates)[number]

const state = v.picklist(healthStates)

export const healthQueues = ['mail', 'text', 'notice', 'event', 'webhook'] as const
export type HealthQueue = (typeof healthQueues)[number]

/** When something was last done by hand or by a timer of the operator. */
const Run = v.object({
  state,
  /** The last success; null where there was none. */
  succeeded_at: v.nullable(v.string()),
  failed_at: v.nullable(v.string()),
})

export const InstallationHealth = v.object({
  /** `failed` where it cannot be written to. */
  database: v.object({ state, bytes: v.number(), milliseconds: v.number() }),
  /** By how much the clock of the node that answers is ahead of that of the database; negative where it is behind. */
  clock: v.object({ state, ahead_milliseconds: v.number() }),
  migrations: v.object({ state, applied: v.number(), missing: v.number() }),
  /** Of the data folder, or of the folder of photos in it where that is on a fuller disk. */
  storage: v.object({ state, free_bytes: v.number(), total_bytes: v.number() }),
  /** The folders of the data folder that other users of the machine can read. */
  file_access: v.object({ state, open_folders: v.array(v.string()) }),
  backup: Run,
  restore_test: Run,
  log_check: Run,
})
export type InstallationHealth = v.InferOutput<typeof InstallationHealth>

export const SystemHealth = v.object({
  as_of: v.string(),
  version: v.string(),
  queues: v.array(
    v.object({
      queue: v.picklist(healthQueues),
      state,
      waiting: v.number(),
      /** Of those that wait, when the oldest was recorded. */
      oldest_at: v.nullable(v.string()),
      given_up: v.number(),
    }),
  ),
  /** Records of the access log that are not in its chain yet. */
  log_chain: v.object({ state, waiting: v.number(), oldest_at: v.nullable(v.string()) }),
  /** What guests could not do in the last minutes because of a limit; the longest first. */
  limited: v.array(
    v.object({
      client: v.string(),
      site: v.string(),
      method: v.string(),
      what: v.picklist(guestLimits),
      since: v.string(),
    }),
  ),
  /** For site admins only. */
  installation: v.nullable(InstallationHealth),
})
export type SystemHealth = v.InferOutput<typeof SystemHealth>

export const getSystemHealthEndpoint = endpoint({
  method: 'GET',
  path: '/system/health',
  summary:
    'What works and what does not: queues and log of the client; for site admins the installation too.',
  access: 'admin',
  background: true,
  response: SystemHealth,
})
