import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { guestLimits } from '../vocabulary.ts'

/** `attention`: it works, but needs attention. `unused`: the installation doesn't use it. */
export const healthStates = ['good', 'attention', 'failed', 'unused'] as const
export type HealthState = (typeof healthStates)[number]

const state = v.picklist(healthStates)

export const healthQueues = ['mail', 'text', 'notice', 'event', 'webhook'] as const
export type HealthQueue = (typeof healthQueues)[number]

/** The last run: each night, by hand, or by the operator's timer. */
const Run = v.object({
  state,
  /** The last success; null where there was none. */
  succeeded_at: v.nullable(v.string()),
  failed_at: v.nullable(v.string()),
})

export const InstallationHealth = v.object({
  /** `failed` where it cannot be written to. */
  database: v.object({ state, bytes: v.number(), milliseconds: v.number() }),
  /**
   * How far the clock of the responding node is ahead of the database's; negative where it is
   * behind.
   */
  clock: v.object({ state, ahead_milliseconds: v.number() }),
  migrations: v.object({ state, applied: v.number(), missing: v.number() }),
  /** Of the data folder, or of its folder of photos where that is on a fuller disk. */
  storage: v.object({ state, free_bytes: v.number(), total_bytes: v.number() }),
  /** The folders of the data folder that other users of the machine can read. */
  file_access: v.object({ state, open_folders: v.array(v.string()) }),
  /** `attention` where the responding node stores images elsewhere than the other nodes. */
  image_store: v.object({ state }),
  /** What takes the space, in bytes. Images in a bucket do not count. */
  usage: v.object({
    visits: v.number(),
    access_log: v.number(),
    images: v.number(),
    backups: v.number(),
  }),
  /** With the size of the last one; null where there was none. */
  backup: v.object({ ...Run.entries, bytes: v.nullable(v.number()) }),
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
      /** When the oldest waiting one was recorded. */
      oldest_at: v.nullable(v.string()),
      given_up: v.number(),
    }),
  ),
  /** Records of the access log that are not in its hash chain yet. */
  log_chain: v.object({ state, waiting: v.number(), oldest_at: v.nullable(v.string()) }),
  /** What limits refused to guests in the last minutes; longest first. */
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
    'Returns the state of the client’s queues and access log. For a site_admin, it also returns the state ' +
    'of the installation.',
  access: 'admin',
  background: true,
  response: SystemHealth,
})
