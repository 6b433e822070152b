import { NewUser } from '@gatehouse/validation/endpoints/users'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { type FieldCode, isFieldCode } from '@gatehouse/validation/field-codes'
import { limits } from '@gatehouse/validation/limits'
import { formula } from '@gatehouse/validation/people-file'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { findUnsafeText } from '@gatehouse/validation/safe-text'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { userTypes } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { emailKey } from '../auth/account.ts'
import type { Person } from '../identity/person-key.ts'
import type { UserDeps } from './create-user.ts'
import { canApprove, isAdmin } from './policy.ts'
import type { CsvRecord, CsvRow } from './read-csv.ts'
import { foldText } from '@gatehouse/validation/fold-text'
import { sites } from '../../db/schema/sites.ts'
import { isAccessibleSite } from '../sites/policy.ts'

/** Finds a site by name, or returns the reason why there is none. */
type SiteFinder = (name: string) => { id: string } | { fault: FieldCode }

/** Longer names are not looked up, because normalising the marks of a long text takes seconds. */
const LONGEST_NAME = 1000

/** The ways to compare a name, strictest first. The first one that finds a site decides. */
const comparisons: readonly ((name: string) => string)[] = [
  (name) => name.normalize('NFC'),
  spellingKeyOf,
  foldText,
]

/** Finds managed sites by name. */
async function findSitesByName(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  names: ReadonlySet<string>,
): Promise<SiteFinder> {
  const managed = await tx
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(eq(sites.clientId, clientId), isAccessibleSite(actor, 'manage')))
  const indexes = comparisons.map((keyOf) => ({
    keyOf,
    found: Map.groupBy(managed, ({ name }) => keyOf(name)),
  }))
  const find: SiteFinder = (name) => {
    for (const { keyOf, found } of indexes) {
      const [site, ...others] = found.get(keyOf(name)) ?? []
      if (site) return others.length === 0 ? { id: site.id } : { fault: 'site_name_ambiguous' }
    }
    return { fault: 'site_name_unknown' }
  }
  const meant = new Map<string, ReturnType<SiteFinder>>()
  for await (const name of takeTurns(names)) if (name.length <= LONGEST_NAME) meant.set(name, find(name))
  return (name) => meant.get(name) ?? { fault: 'site_name_unknown' }
}

/** A row without faults. */
export interface ReadyRow {
  line: number
  id: string
  input: NewUser
  person: Person
  /** Null without a mobile. */
  personKey: string | null
  /** All keys of the name and mobile. Hashed before any lock, because many take long. */
  identityKeys: readonly string[]
  /** The keys that must be unused: of the email and of the employee number, which may be empty. */
  keys: { email: string; number: string }
}

/** The fault of each line. */
export type Faults = Map<number, { code: ErrorCode; fields: Record<string, FieldCode> }>

/** The context for reading the rows of a file. */
interface ImportContext {
  clientId: string
  region: string
  mayApprove: boolean
  /** Others must give each person a site and can't create administrators. */
  isByAdmin: boolean
  /** Searches the managed sites. */
  findSite: SiteFinder
  seen: { emails: Set<string>; numbers: Set<string> }
}

export async function readContext(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  rows: readonly CsvRecord[],
): Promise<ImportContext> {
  const [client] = await tx.select({ region: clients.region }).from(clients).where(eq(clients.id, clientId))
  const names = new Set<string>()
  for await (const { row } of takeTurns(rows))
    for (const { name } of sitesOf(row)) names.add(name).add(beforeColon(name) ?? name)
  return {
    clientId,
    region: client?.region ?? '',
    mayApprove: await canApprove(tx, actor),
    isByAdmin: isAdmin(actor),
    findSite: await findSitesByName(tx, actor, clientId, names),
    seen: { emails: new Set(), numbers: new Set() },
  }
}

/**
 * Splits `Quay: Manager | Annexe` into sites with their type, else the type of the row.
 * Administrators have every right at each site anyway. Sites above a person's limit are not read.
 */
function sitesOf({ sites: cell = '', user_type: type = '' }: CsvRow): { name: string; type: string }[] {
  const ofRow = type === '' || type.toLowerCase() === 'admin' ? 'Staff' : type
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, limits.accessEntries.most + 1)
    .map((part) => {
      const [name, own] = atLastColon(part)
      const named = userTypes.find((one) => one.toLowerCase() === own?.toLowerCase())
      return named ? { name, type: named } : { name: part, type: ofRow }
    })
}

/** Not by a regular expression, which takes seconds on a long text of blanks. */
function atLastColon(text: string): [before: string, after?: string] {
  const at = text.lastIndexOf(':')
  return at < 0 ? [text] : [text.slice(0, at).trimEnd(), text.slice(at + 1).trimStart()]
}

/** The site name before a possible type. A site may be named `Hall: East` too. */
function beforeColon(text: string): string | undefined {
  const [name, type = ''] = atLastColon(text)
  return name !== '' && /^\w+$/.test(type) ? name : undefined
}

/**
 * Why a site is not found. If the name before the colon exists, the type is at fault: it is
 * unknown, or `Admin`, which no one is at a single site.
 */
function faultOf(name: string, fault: FieldCode, { findSite }: ImportContext): FieldCode {
  const site = beforeColon(name)
  if (site === undefined || !('id' in findSite(site))) return fault
  return /:\s*admin$/i.test(name) ? 'type_not_allowed' : 'type_unknown'
}

/** Columns that must not contain a formula. A phone number may start with a plus. */
const plainColumns = ['first_name', 'last_name', 'email', 'employee_number', 'sites'] as const
const yes = new Set(['yes', 'y', 'true', '1', 'sí', 'si', 'x'])
const no = new Set(['no', 'n', 'false', '0', ''])

/** Reads a row or adds its faults. A repeated email or number of an earlier row is a fault. */
export function readRow(
  { row, line, isTooLong }: CsvRecord,
  context: ImportContext,
  { personKeys, banKeys }: UserDeps,
  faults: Faults,
  now: Date,
): ReadyRow | undefined {
  const fields: Record<string, FieldCode> = isTooLong ? { row: 'too_many_values' } : {}
  for (const [name, text] of Object.entries(row))
    if (findUnsafeText(text) !== undefined) fields[name] = 'unsafe_text'
  for (const name of plainColumns) if (formula.test(row[name] ?? '')) fields[name] ??= 'formula'
  const flag = (name: 'approval_access' | 'ppe' | 'temperature'): boolean => {
    const text = (row[name] ?? '').toLowerCase()
    if (!yes.has(text) && !no.has(text)) fields[name] ??= 'yes_or_no'
    return yes.has(text)
  }
  const access = sitesOf(row).map(({ name, type }) => {
    const site = context.findSite(name)
    const user_type = userTypes.find((one) => one.toLowerCase() === type.toLowerCase())
    if ('fault' in site) fields['sites'] ??= faultOf(name, site.fault, context)
    return { site_id: 'id' in site ? site.id : undefined, user_type }
  })
  const type = (row.user_type ?? '').toLowerCase()
  const isAdministrator = type === 'admin'
  if (isAdministrator && !context.isByAdmin) fields['user_type'] ??= 'type_not_allowed'
  // A type belongs to a site. Without one it would be lost.
  if (type !== '' && !isAdministrator && !userTypes.some((one) => one.toLowerCase() === type))
    fields['user_type'] ??= 'type_unknown'
  if (access.length === 0 && (!context.isByAdmin || (type !== '' && !isAdministrator)))
    fields['sites'] ??= 'site_required'
  const approval_access = flag('approval_access')
  if (approval_access && !context.mayApprove) fields['approval_access'] ??= 'approval_not_allowed'
  const parsed = v.safeParse(NewUser, {
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    employee_number: row.employee_number ?? '',
    phone_extension: row.phone_extension ?? '',
    admin: isAdministrator,
    access,
    approval_access,
    ppe: flag('ppe'),
    temperature: flag('temperature'),
  })
  for (const issue of parsed.issues ?? []) {
    const [name = '', , part] = (v.getDotPath(issue) ?? '').split('.')
    // These are reported above: an unknown type at its own column, an unknown site by its name.
    if (name === 'access' && (part === 'user_type' || part === 'site_id')) continue
    fields[name === 'access' ? 'sites' : name] ??= isFieldCode(issue.message) ? issue.message : 'wrong_type'
  }
  const typed = row.mobile ?? ''
  const mobile = typed === '' ? '' : toE164(typed, context.region)
  if (mobile === undefined) fields['mobile'] ??= 'phone_invalid'
  const keys = {
    email: parsed.success ? emailKey(parsed.output.email) : '',
    number: parsed.success ? spellingKeyOf(parsed.output.employee_number ?? '') : '',
  }
  if (parsed.success) {
    const { emails, numbers } = context.seen
    const { email, number } = keys
    if (emails.has(email)) fields['email'] ??= 'in_file_twice'
    if (number !== '' && numbers.has(number)) fields['employee_number'] ??= 'in_file_twice'
    emails.add(email)
    numbers.add(number)
  }
  if (!parsed.success || mobile === undefined || Object.keys(fields).length > 0) {
    faults.set(line, { code: 'bad_request', fields })
    return undefined
  }
  const { first_name: firstName, last_name: lastName } = parsed.output
  const person = { firstName, lastName, mobile }
  return {
    line,
    id: newId(now),
    input: parsed.output,
    person,
    personKey: mobile === '' ? null : personKeys(context.clientId, person),
    identityKeys: mobile === '' ? [] : banKeys(context.clientId, person),
    keys,
  }
}
