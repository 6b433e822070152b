import type { EndpointName } from '@gatehouse/validation/endpoints/all'
import type { ActorName } from '../world.ts'
import type { Standing } from './largest-requests.ts'

/** What makes an endpoint's largest request, where its declaration alone does not say it. */
export interface LargestInput {
  actor?: ActorName
  params?: Record<string, string>
  query?: Record<string, string>
  /** Further accepted queries. */
  queries?: Record<string, string>[]
  /** Fields in place of generated ones; the whole body where `isWhole`. */
  body?: () => object
  isWhole?: boolean
  /** Further accepted bodies. */
  bodies?: object[]
  file?: { type: string; bytes: Buffer }
  /** Why the largest request is not accepted. */
  refused?: string
  prepare?: (standing: Standing) => Promise<unknown>
}

const whatIsGone = 'its second call finds nothing'

const refusals: Partial<Record<EndpointName, LargestInput>> = {
  login: { refused: 'nobody has the email' },
  logout: { refused: 'the first call has ended the session' },
  logOutEverywhere: { refused: 'the first call has ended the session' },
  createFirstAdmin: { refused: 'there is an admin' },
  resetPassword: { refused: 'the token is in a mail' },
  verifyEmail: { refused: 'the token is in a mail' },
  acceptInvitation: { refused: 'the token is in a link' },
  changePassword: { refused: 'the password of the person is short' },
  updateProfile: { refused: 'the password of the person is short' },
  getRecoveryCodes: { refused: 'the person has none' },
  confirmTotpMethod: { refused: 'the code is of no authenticator' },
  enableTwoStep: { refused: 'the methods are not confirmed' },
  verifyTwoStep: { refused: 'the person has no second factor' },
  undoDeparture: { refused: 'no other phone has told a departure' },
  updateSignInPolicy: { refused: 'only a site_admin may change it for site admins' },
  createVisitorRole: { refused: 'the site has as many as it may have' },
  createMusterPoint: { refused: 'the site has as many as it may have' },
  deleteVisitorRole: { refused: 'it limits questions' },
  deleteMusterPoint: { refused: whatIsGone },
  deleteRecipient: { refused: whatIsGone },
  deleteReportView: { refused: whatIsGone },
  liftBan: { refused: whatIsGone },
  pairKiosk: { refused: 'the code was shown to nobody' },
  deleteWebhook: { refused: whatIsGone },
  unpairDevice: { refused: whatIsGone },
  erasePerson: { refused: whatIsGone },
}

/**
 * What the generated requests to an endpoint need besides its declaration. For a new endpoint,
 * check the most that it can read and write.
 */
export function largestInputs({
  sql,
  large,
  fuzz,
  test,
}: Standing): Partial<Record<EndpointName, LargestInput>> {
  const { a } = fuzz.world
  const { ids } = large
  const own = fuzz.world.own['admin A']
  const adminId = fuzz.world.holders['admin A'].userId
  const phone = '0491570156'
  const known = { firstName: 'Ana', lastName: 'Silva', mobile: phone, machineId: large.method.id }
  const example = (name: EndpointName): LargestInput => {
    const [body = {}] = fuzz.examples[name] ?? []
    const [params] = fuzz.paths[name] ?? []
    return { body: () => body, isWhole: true, ...(params && { params }) }
  }
  const disableLarge = () => sql`update clients set enabled = false where company_no like 'Large%'`
  const withoutOwnMarks = () => sql`
    delete from muster_marks where made_by in (${adminId}, ${fuzz.world.holders['staff A'].userId})`
  const options = () =>
    Array.from({ length: 50 }, (_, at) => ({
      desc: `${'ǻ'.repeat(190)}${at}`,
      descs: { es: `${'é'.repeat(190)}${at}` },
      action: 'pass',
    }))
  const marks = () =>
    Array.from({ length: 100 }, (_, at) => ({
      id: crypto.randomUUID(),
      person_id: ids.onRoll[at],
      state: at % 2 === 0 ? 'note' : 'safe',
      at: test.clock.now.toISOString(),
      targets: Array.from({ length: 8 }, () => crypto.randomUUID()),
      text: 'ǻ'.repeat(60),
    }))
  // Makes room: the previous call's rows would block the next one.
  const withoutNumbers = () =>
    sql`update clients set company_no = id::text where company_no not like 'Large%'`
  const withoutNames = () => sql`
    update sites set name = id::text where client_id = ${a.clientId} and installed_on is distinct from '2020-01-31'`
  const withoutSerialNumbers = () => sql`
    update sign_in_methods set serial_number = '' where client_id = ${a.clientId} and serial_number not like 'S%'`
  const withoutUsers = (emails: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from access_entries where user_id in (select id from users where email like ${emails})`
      await tx`delete from logins where email_key like ${emails}`
      await tx`delete from users where email like ${emails}`
    })
  const range = { from: day(test.clock.now, -300), to: day(test.clock.now, 0) }
  return {
    ...refusals,
    forgetDevice: { params: { id: own?.deviceId ?? '' }, refused: whatIsGone },
    revokeOwnSession: { params: { id: own?.sessionId ?? '' }, refused: whatIsGone },
    answerVisitor: { params: { id: own?.visitId ?? '' } },
    deleteRecipient: { params: { id: ids.recipients.at(-1) ?? '' }, refused: whatIsGone },
    createRecipient: { ...example('createRecipient'), refused: 'its second call finds an entry' },
    updateRecipient: { body: () => ({ channels: ['bell', 'mail'] }) },
    enableAllClients: { body: () => ({ enabled: true }), prepare: disableLarge },
    enableClients: {
      body: () => ids.clients.slice(0, 100).map((id) => ({ id, enabled: true })),
      prepare: disableLarge,
    },
    createClient: { body: () => ({ phone, region: 'AU' }), prepare: withoutNumbers },
    updateClient: { body: () => ({ phone, region: 'AU' }), prepare: withoutNumbers },
    replaceClient: { body: () => ({ phone, region: 'AU' }), prepare: withoutNumbers },
    findHosts: example('findHosts'),
    findOwnVisit: example('findOwnVisit'),
    reportKiosk: example('reportKiosk'),
    askBanException: { ...example('askBanException'), refused: 'one waits already' },
    decideBanException: { ...example('decideBanException'), refused: 'whoever asked may not decide' },
    submitCheckIn: {
      body: () => ({ ...known, questions: large.answers, dependents: 10, role: ids.roles[0] }),
      isWhole: true,
    },
    signInPerson: {
      body: () => ({
        method: large.method.id,
        first_name: 'Ona',
        last_name: 'Byrne',
        mobile: phone,
        questions: large.answers,
        role: ids.roles[0],
      }),
      isWhole: true,
    },
    commandDevice: {
      ...example('commandDevice'),
      params: { id: a.device.id },
      body: () => ({ command: 'identify' }),
    },
    replaceCartridge: { params: { id: a.device.id } },
    changeSites: {
      body: () => ({ action: 'restore', ids: ids.sites.slice(0, 100) }),
      isWhole: true,
      prepare: () => sql`update sites set status = 'archived' where id = any(${ids.sites.slice(0, 100)})`,
      bodies: [{ action: 'restore', matching: { status: 'all' } }],
    },
    createSite: { prepare: withoutNames },
    updateSite: { prepare: withoutNames },
    createSignInMethod: { prepare: withoutSerialNumbers },
    updateSignInMethod: { prepare: withoutSerialNumbers },
    createUser: { prepare: () => withoutUsers('e@%') },
    changeUsers: {
      body: () => ({ action: 'reset_pins' }),
      bodies: [{ action: 'reset_pins', matching: { site: large.siteId } }],
    },
    changeSignInMethods: {
      body: () => ({ action: 'enable' }),
      bodies: [{ action: 'enable', matching: {} }],
      prepare: () =>
        sql`update sign_in_methods set enabled = false where client_id = ${a.clientId} and serial_number like 'S%'`,
    },
    changeQuestions: {
      body: () => ({ action: 'enable' }),
      bodies: [{ action: 'enable', matching: {} }],
      prepare: () =>
        sql`update questions set enabled = false where client_id = ${a.clientId} and position > 0`,
    },
    changeDeadLetters: {
      body: () => ({ action: 'send_again' }),
      bodies: [{ action: 'send_again', matching: {} }],
    },
    createQuestion: { body: () => ({ type: 'select', answers: options() }) },
    updateQuestion: { body: () => ({ type: 'select', answers: options() }) },
    updateVisitorRole: { params: { id: large.siteId, roleId: ids.roles[0] ?? '' } },
    addMusterMarks: { body: marks, prepare: withoutOwnMarks },
    handInMarks: {
      body: () => ({ ...fuzz.examples.handInMarks?.[0], marks: marks() }),
      isWhole: true,
      prepare: withoutOwnMarks,
    },
    updateUser: {
      // Not those of the person created by the previous call.
      body: () => ({
        mobile: '',
        email: `other@${'x'.repeat(60)}.${'x'.repeat(60)}.example`,
        employee_number: `${'ǻ'.repeat(39)}o`,
      }),
    },
    correctVisit: { body: () => ({ mobile: '+61491570156', signed_out_at: test.clock.now.toISOString() }) },
    getDashboard: {
      queries: [{ period: 'year' }, { period: 'month' }, { period: 'year', site: large.siteId }],
    },
    listAccessLog: { query: range },
    exportAccessLog: { query: range },
    getContactsReport: { query: { span: '31' } },
    exportContactsReport: { query: { span: '31' } },
    getHoursReport: { query: { span: '12' } },
    exportHoursReport: { query: { span: '12' } },
    updateSiteExternalApi: { body: () => ({ url: 'https://receiver.example/' }) },
    importUsers: {
      file: { type: 'text/csv', bytes: largestCsv() },
      prepare: () => withoutUsers('import%'),
    },
    putUserPhoto: { file: fileOf(fuzz, 'putUserPhoto') },
    putClientLogo: { file: fileOf(fuzz, 'putClientLogo') },
    putSitePicture: { file: fileOf(fuzz, 'putSitePicture') },
  }
}

const day = (now: Date, days: number) =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

function fileOf(fuzz: Standing['fuzz'], name: EndpointName): { type: string; bytes: Buffer } {
  const { type = '', bytes = new Uint8Array() } = fuzz.files[name] ?? {}
  return { type, bytes: Buffer.from(bytes) }
}

/** As many rows as a file may have, of as many bytes. */
function largestCsv(): Buffer {
  const rows = Array.from(
    { length: 10_000 },
    (_, at) =>
      `${'ǻ'.repeat(36)}${at},${'ǻ'.repeat(36)}${at},import${at}@${'x'.repeat(60)}.${'x'.repeat(60)}.example,,,`,
  )
  return Buffer.from(
    ['first_name,last_name,email,mobile,employee_number,phone_extension', ...rows].join('\r\n'),
  )
}
