import type { Client } from './endpoints/client.ts'
import type { ExternalApi } from './endpoints/external-api.ts'
import type { MusterPoint } from './endpoints/muster-points.ts'
import type { Retention } from './endpoints/retention.ts'
import type { DeviceSettings, SignInMethod } from './endpoints/sign-in-methods.ts'
import type { OpenHours, Site } from './endpoints/sites.ts'
import type { User } from './endpoints/users.ts'
import type { VisitorRole } from './endpoints/visitor-roles.ts'

/** What entries tell beside the fields of a row. */
interface Facts {
  reason: string
  sessions: number
  devices: number
  type: string
  types: string[]
  remembered: boolean
  authenticated: boolean
  program: { browser: string; system: string }
  email_change_requested: boolean
  site: string | null
  question_ids: string[]
  differences: number
  contact_rows: number
  answer_rows: number
  temperature_rows: number
  photo_rows: number
  failures: boolean
  outcome: string
  milliseconds: number
  search: string | null
  rows: number
}

type Row = Client | Retention | Site | ExternalApi | SignInMethod | User | VisitorRole | MusterPoint
type Part =
  | Facts['program']
  | DeviceSettings
  | OpenHours
  | ExternalApi['parameters'][number]
  | NonNullable<SignInMethod['colours']>
  | User['access'][number]
type KeyOf<Fields> = Fields extends unknown ? keyof Fields & string : never

/** What the audit log names: fields of rows, of their parts, and facts. The portal has a label for each. */
export type AuditField = KeyOf<Row | Part | Facts>

type Values = { [Field in AuditField]?: unknown }

/** The details of an entry: the fields that differ, before and after, and facts. */
export interface AuditDetails extends Values {
  before?: Values
  after?: Values
}
