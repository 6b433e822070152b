import type { ApiKey } from './endpoints/api-keys.ts'
import type { Ban } from './endpoints/bans.ts'
import type { Client } from './endpoints/client.ts'
import type { ExternalApi } from './endpoints/external-api.ts'
import type { MusterPoint } from './endpoints/muster-points.ts'
import type { Recipient, RecipientChanges } from './endpoints/notification-recipients.ts'
import type { PersonDataKind } from './endpoints/people.ts'
import type { ManagedQuestion } from './endpoints/questions.ts'
import type { ReportViewChanges } from './endpoints/report-views.ts'
import type { ReportName } from './endpoints/reports.ts'
import type { Retention } from './endpoints/retention.ts'
import type { DeviceSettings, MethodInput, SignInMethod } from './endpoints/sign-in-methods.ts'
import type { SignInPolicy } from './endpoints/sign-in-policy.ts'
import type { OpenHours, Site } from './endpoints/sites.ts'
import type { User } from './endpoints/users.ts'
import type { Webhook } from './endpoints/webhooks.ts'
import type { VisitorRole } from './endpoints/visitor-roles.ts'
import type { HostAnswer } from './vocabulary.ts'

/** What entries record besides the fields of a row. */
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
  /** The invitation was not emailed: the inviter got its link. */
  link_shown: boolean
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
  drill: boolean
  safe: number
  missing: number
  total: number
  from: string
  to: string
  filters: string[]
  hours: number
  mails: number
  answer: HostAnswer
  /** How many records of each kind an erasure emptied, and how many it kept. */
  erased: Partial<Record<PersonDataKind, number>>
  kept: Partial<Record<PersonDataKind, number>>
}

/** What an entry about a ban holds: no name. */
export type AuditedBan = Pick<Ban, 'site_id' | 'reason' | 'from' | 'until' | 'last_modified'>

/** What an entry about a recipient holds. Its sites are ids. */
export type AuditedRecipient = Required<RecipientChanges> & Pick<Recipient, 'user_id' | 'last_modified'>

/** What an entry about a saved report holds. Its site, visit and people are ids. */
export type AuditedReportView = Required<Omit<ReportViewChanges, 'take_over'>> & {
  report: ReportName
  owner: string | null
  last_modified: string
}
/** What the entry of a new sign-in method holds: no key. */
export type AuditedMethod = Pick<
  SignInMethod,
  Exclude<keyof MethodInput, 'settings'> | 'site_name' | 'enabled'
> & {
  settings: DeviceSettings | null
}

/** What an entry about an API key holds: nothing secret. */
type AuditedKey = Pick<ApiKey, 'name' | 'scopes' | 'expires_at'>

type Row =
  | Client
  | Retention
  | SignInPolicy
  | Site
  | ExternalApi
  | SignInMethod
  | User
  | VisitorRole
  | MusterPoint
  | Webhook
  | AuditedBan
  | AuditedRecipient
  | AuditedReportView
  | AuditedKey
  | ManagedQuestion
type Part =
  | Facts['program']
  | DeviceSettings
  | OpenHours
  | ExternalApi['parameters'][number]
  | NonNullable<SignInMethod['colours']>
  | User['access'][number]
  | YesNo
  | YesNo['yes']
  | Extract<ManagedQuestion['answers'], unknown[]>[number]
type YesNo = Extract<ManagedQuestion['answers'], { yes: object }>
type KeyOf<Fields> = Fields extends unknown ? keyof Fields & string : never

/** The names in audit entries: of fields, their parts, and facts. The portal has their labels. */
export type AuditField = KeyOf<Row | Part | Facts>

type Values = { [Field in AuditField]?: unknown }

/** The details of an entry: the fields that differ, before and after, and facts. */
export interface AuditDetails extends Values {
  before?: Values
  after?: Values
}
