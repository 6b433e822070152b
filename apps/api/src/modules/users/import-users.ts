import type { EndpointInput } from '@gatehouse/validation/endpoint'
import { type ImportReport, type importUsersEndpoint, NewUser } from '@gatehouse/validation/endpoints/users'
import { errorSentences, fieldSentences } from '@gatehouse/validation/error-sentences'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { type FieldCode, isFieldCode } from '@gatehouse/validation/field-codes'
import { foldText } from '@gatehouse/validation/fold-text'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { findUnsafeText } from '@gatehouse/validation/safe-text'
import { type UserStatus, userTypes } from '@gatehouse/validation/vocabulary'
import { and, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { getWorkingScope, type Context, type StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, logins, users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { emailKey } from '../auth/account.ts'
import type { Person } from '../identity/person-key.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findTakenIdentities } from './claim-identity.ts'
import type { UserDeps } from './create-user.ts'
import { recordInvitation } from './invite-user.ts'
import { canApprove } from './policy.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

/** A file of ten thousand people takes a minute where the server is busy. */
const STATEMENT_MS = 30_000
const WHOLE_MS = 180_000
/** A statement of more rows would hold the event loop for longer than other requests should wait. */
const WRITTEN_AT_ONCE = 100

interface NumberedRow {
  line: number
  row: CsvRow
}

/** A row that can be written. */
interface ReadyRow {
  line: number
  id: string
  input: NewUser
  person: Person
}

type Faults = Map<number, { code: ErrorCode; fields: Record<string, FieldCode> }>

/** Ends a dry run: what it wrote is rolled back. */
class DryRunEnd extends Error {}

/**
 * Creates users from a CSV file. A row at fault stops no other. A dry run does the same and takes it back, so both find the same faults.
 * @throws AppError as `readCsv`, `client_not_chosen`, and `import_running` while another node imports for the client
 */
export async function importUsers(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  query: EndpointInput<typeof importUsersEndpoint>['query'],
  bytes: Uint8Array,
): Promise<ImportReport> {
  const { db, actor } = ctx
  const scope = getWorkingScope(actor)
  const rows = (await readCsv(bytes)).map(({ line, row }) => ({ row, line: line - 1 + query.first_line }))
  const faults: Faults = new Map()
  let created = 0
  try {
    await withScope(
      db,
      scope,
      async (tx) => {
        await takeTurn(tx, scope.clientId)
        const context = await readContext(tx, actor, scope.clientId, rows)
        const ready: ReadyRow[] = []
        for await (const row of takeTurns(rows)) {
          const read = readRow(row, context, faults, ctx.now)
          if (read) ready.push(read)
        }
        for (let at = 0; at < ready.length; at += WRITTEN_AT_ONCE) {
          const part = ready.slice(at, at + WRITTEN_AT_ONCE)
          created += await writeRows(tx, ctx, deps, context, part, faults, query.invite === 'true')
        }
        if (query.dry_run === 'true') throw new DryRunEnd()
      },
      { statementTimeoutMs: STATEMENT_MS, deadlineMs: WHOLE_MS },
    )
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
  }
  return {
    rows: rows.length,
    created,
    faults: [...faults]
      .toSorted(([one], [other]) => one - other)
      .map(([line, { code, fields }]) => ({
        line,
        code,
        message: errorSentences[code],
        fields: Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, fieldSentences[key]])),
        field_codes: fields,
      })),
  }
}

async function takeTurn(tx: Transaction, clientId: string): Promise<void> {
  const [turn] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`import ${clientId}`}, 0)) as taken`,
  )
  if (!turn?.taken) throw new AppError('import_running')
}

/** What the rows of a file are read with. */
interface ImportContext {
  clientId: string
  region: string
  mayApprove: boolean
  needsSite: boolean
  /** The managed sites that the file names, by their folded name. Null where several have it. */
  siteIds: Map<string, string | null>
  seen: { emails: Set<string>; numbers: Set<string> }
}

const SITE_NAMES_AT_ONCE = 5000

async function readContext(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  rows: readonly NumberedRow[],
): Promise<ImportContext> {
  const [client] = await tx.select({ region: clients.region }).from(clients).where(eq(clients.id, clientId))
  const names = new Set(rows.flatMap(({ row }) => sitesOf(row).map(({ name }) => foldText(name))))
  const siteIds = new Map<string, string | null>()
  for (let at = 0; at < names.size; at += SITE_NAMES_AT_ONCE) {
    const found = await tx
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      .where(
        and(
          eq(sites.clientId, clientId),
          inArray(sql`${sites.foldedName}`, [...names].slice(at, at + SITE_NAMES_AT_ONCE)),
          isAccessibleSite(actor, 'manage'),
        ),
      )
    for (const { id, name } of found) siteIds.set(foldText(name), siteIds.has(foldText(name)) ? null : id)
  }
  return {
    clientId,
    region: client?.region ?? '',
    mayApprove: await canApprove(tx, actor),
    needsSite: !actor.admin && !actor.siteAdmin,
    siteIds,
    seen: { emails: new Set(), numbers: new Set() },
  }
}

/** `Quay: Manager | Annexe`: each site with its type, or with that of the row. */
function sitesOf({ sites: cell = '', user_type: type = '' }: CsvRow): { name: string; type: string }[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name, own] = /^(.*?)\s*:\s*(\w+)$/.exec(part) ?? []
      const named = userTypes.find((one) => one.toLowerCase() === own?.toLowerCase())
      return named && name !== undefined ? { name, type: named } : { name: part, type: type || 'Staff' }
    })
}

const formula = /^[=+\-@\t\r]/
/** A phone number may begin with a plus. */
const plainColumns = ['first_name', 'last_name', 'email', 'employee_number', 'sites'] as const
const yes = new Set(['yes', 'y', 'true', '1', 'sí', 'si', 'x'])
const no = new Set(['no', 'n', 'false', '0', ''])

/** Reads a row, or notes what is wrong with it. */
function readRow(
  { row, line }: NumberedRow,
  context: ImportContext,
  faults: Faults,
  now: Date,
): ReadyRow | undefined {
  const fields: Record<string, FieldCode> = {}
  for (const [name, text] of Object.entries(row))
    if (findUnsafeText(text) !== undefined) fields[name] = 'unsafe_text'
  for (const name of plainColumns) if (formula.test(row[name] ?? '')) fields[name] ??= 'formula'
  const flag = (name: 'approval_access' | 'ppe' | 'temperature'): boolean => {
    const text = (row[name] ?? '').toLowerCase()
    if (!yes.has(text) && !no.has(text)) fields[name] ??= 'yes_or_no'
    return yes.has(text)
  }
  const access = sitesOf(row).map(({ name, type }) => {
    const site_id = context.siteIds.get(foldText(name))
    const user_type = userTypes.find((one) => one.toLowerCase() === type.toLowerCase())
    if (site_id === undefined || site_id === null) fields['sites'] ??= 'site_unknown'
    if (user_type === undefined) fields['user_type'] ??= 'type_required'
    return { site_id, user_type }
  })
  if (context.needsSite && access.length === 0) fields['sites'] ??= 'site_unknown'
  const approval_access = flag('approval_access')
  if (approval_access && !context.mayApprove) fields['approval_access'] ??= 'type_not_allowed'
  const parsed = v.safeParse(NewUser, {
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    employee_number: row.employee_number ?? '',
    phone_extension: row.phone_extension ?? '',
    access,
    approval_access,
    ppe: flag('ppe'),
    temperature: flag('temperature'),
  })
  for (const issue of parsed.issues ?? []) {
    const [name = ''] = (v.getDotPath(issue) ?? '').split('.')
    fields[name === 'access' ? 'sites' : name] ??= isFieldCode(issue.message) ? issue.message : 'wrong_type'
  }
  const typed = row.mobile ?? ''
  const mobile = typed === '' ? '' : toE164(typed, context.region)
  if (mobile === undefined) fields['mobile'] ??= 'phone_invalid'
  if (parsed.success) {
    const { emails, numbers } = context.seen
    const email = emailKey(parsed.output.email)
    const number = (parsed.output.employee_number ?? '').toLowerCase()
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
  return { line, id: newId(now), input: parsed.output, person: { firstName, lastName, mobile } }
}

/** Writes rows that can be written, and notes those whose email, number or identity somebody has. @returns how many were written */
async function writeRows(
  tx: Transaction,
  { actor, now }: Context<StaffActor>,
  { personKeys, banKeys }: UserDeps,
  { clientId, mayApprove }: ImportContext,
  rows: readonly ReadyRow[],
  faults: Faults,
  invite: boolean,
): Promise<number> {
  const note = (row: ReadyRow, field: string) =>
    faults.set(row.line, { code: 'conflict', fields: { [field]: 'already_in_use' } })
  const taken = await findTakenIdentities(tx, banKeys, clientId, rows)
  for (const row of taken) note(row, 'mobile')
  const free = rows.filter((row) => !taken.has(row))
  if (free.length === 0) return 0
  const status: UserStatus = mayApprove ? 'active' : 'pending'
  const inserted = await tx
    .insert(users)
    .values(
      free.map(({ id, input, person }) => ({
        clientId,
        id,
        email: input.email,
        emailKey: emailKey(input.email),
        ...person,
        personKey: person.mobile === '' ? null : personKeys(clientId, person),
        employeeNumber: input.employee_number ?? '',
        phoneExtension: input.phone_extension ?? '',
        approvalAccess: input.approval_access ?? false,
        ppe: input.ppe ?? false,
        temperatureCheck: input.temperature ?? false,
        status,
        createdAt: now,
        lastModified: now,
      })),
    )
    // The employee number is the only value of a row that can be taken.
    .onConflictDoNothing()
    .returning({ id: users.id })
  const written = new Set(inserted.map(({ id }) => id))
  for (const row of free) if (!written.has(row.id)) note(row, 'employee_number')
  const numbered = free.filter(({ id }) => written.has(id))
  if (numbered.length === 0) return 0
  const opened = await tx
    .insert(logins)
    .values(numbered.map(({ id, input }) => ({ emailKey: emailKey(input.email), clientId, userId: id })))
    .onConflictDoNothing()
    .returning({ userId: logins.userId })
  const withLogin = new Set(opened.map(({ userId }) => userId))
  const refused = numbered.filter(({ id }) => !withLogin.has(id))
  for (const row of refused) note(row, 'email')
  if (refused.length > 0) {
    await tx.delete(users).where(
      and(
        eq(users.clientId, clientId),
        inArray(
          users.id,
          refused.map(({ id }) => id),
        ),
      ),
    )
  }
  const done = numbered.filter(({ id }) => withLogin.has(id))
  const entries = done.flatMap(({ id, input }) =>
    (input.access ?? []).map((entry) => ({
      clientId,
      userId: id,
      siteId: entry.site_id,
      userType: entry.user_type,
    })),
  )
  if (entries.length > 0) await tx.insert(accessEntries).values(entries)
  await Promise.all(
    done.flatMap(({ id, input: { invite: _, ...given } }) => [
      recordAudit(tx, {
        clientId,
        actor: { kind: 'staff', id: actor.userId },
        action: 'user.imported',
        target: { kind: 'user', id },
        at: now,
        details: { before: {}, after: { ...given, status } },
      }),
      ...(invite && status === 'active'
        ? [recordInvitation(tx, { clientId, userId: id, email: given.email }, now)]
        : []),
    ]),
  )
  return done.length
}
