import { type EndpointDeclaration, errorCodesOf } from '@gatehouse/validation/endpoint'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedStatus } from './accepted-status.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeApiKey } from './factories.ts'
import { newId } from '../src/lib/ids.ts'
import { promisedAccess, siteBound } from './promised-access.ts'
import { isFull } from './runs.ts'
import { openSuperuserConnection } from './superuser.ts'
import { type ActorName, actorNames, type Belongings, makeWorld, type World } from './world.ts'

/**
 * The target of a call: an entity of the actor's own client and site, of a site without an access
 * entry, of another client, or none.
 */
type Target = 'own' | 'unassigned' | 'foreign' | 'absent'

interface Ask {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  file?: { type: string; bytes: Buffer }
}

/**
 * The request to an endpoint for each target. A row without targets names no entity of a client.
 */
type Asking = (world: World, actor: ActorName) => Ask
type Row = { own: Asking } & Partial<Record<Exclude<Target, 'own'>, Asking>>

const visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }
const visitorQuery = (id: string) => ({
  id,
  'first-name': visitor.firstName,
  'last-name': visitor.lastName,
  mobile: visitor.mobile,
})
const bySite = (
  part: 'params' | 'query' | 'body',
  name: string,
  fields: object = {},
  others: () => Ask = () => ({}),
): Required<Row> => ({
  own: ({ a }) => ({ ...others(), [part]: { ...fields, [name]: a.siteId } }),
  unassigned: ({ a }) => ({ ...others(), [part]: { ...fields, [name]: a.otherSiteId } }),
  foreign: ({ b }) => ({ ...others(), [part]: { ...fields, [name]: b.siteId } }),
  absent: () => ({ ...others(), [part]: { ...fields, [name]: newId() } }),
})
const byMethod = (body?: object): Row => ({
  own: ({ a }) => ({ params: { id: a.method.id }, ...(body && { body }) }),
  foreign: ({ b }) => ({ params: { id: b.method.id }, ...(body && { body }) }),
  absent: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

const byDevice = (body?: object): Row => ({
  own: ({ a }) => ({ params: { id: a.device.id }, ...(body && { body }) }),
  foreign: ({ b }) => ({ params: { id: b.device.id }, ...(body && { body }) }),
  absent: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

/** A unique name. */
const named = (): Ask => ({ body: { name: newId() } })

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const onePixelFile = { type: 'image/png', bytes: onePixel }

/** A user of the actor's own site, of another client, or none. */
const byUser = (body?: object, file?: Ask['file']): Row => {
  const sent = { ...(body && { body }), ...(file && { file }) }
  return {
    own: ({ a }) => ({ params: { id: a.userId }, ...sent }),
    foreign: ({ b }) => ({ params: { id: b.userId }, ...sent }),
    absent: () => ({ params: { id: newId() }, ...sent }),
  }
}
const newcomer = { first_name: 'Ana', last_name: 'Silva', mobile: '0491570156' }
/** A check-out without people. */
const leavingFrom = (site: string): Ask => ({
  body: { matching: { site, search: 'nobody of this name' }, reason: 'Closing' },
})

/** A bulk action that matches no person. */
const restoreAt = (site: string): Ask => ({
  body: { action: 'restore', matching: { site, status: 'archived' } },
})

/**
 * An entity of one person. It is as foreign to another person of the same client as
 * to another client.
 */
const byOwner = (name: keyof Belongings): Row => ({
  own: ({ own }, actor) => ({ params: { id: own[actor]?.[name] ?? newId() } }),
  foreign: ({ own }, actor) => ({
    params: { id: own[actor === 'admin B' ? 'admin A' : 'admin B']?.[name] ?? newId() },
  }),
  absent: () => ({ params: { id: newId() } }),
})
const personal: EndpointName[] = ['revokeOwnSession', 'forgetDevice']
/** These end the session, which the other rows still need. */
const endsItsSession: EndpointName[] = ['logout', 'logOutEverywhere']

type ListName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { list: object } ? Name : never
}[EndpointName]

/** The row of a list, from its declaration: it accepts a site, or has no target. */
const rowOfList = ({ list }: EndpointDeclaration): Row =>
  list && 'site' in list.filters ? bySite('query', 'site') : { own: () => ({}) }

/** The tests of the webhooks module cover existing webhooks. */
const byWebhook = (body?: object): Row => ({
  own: () => ({ params: { id: newId(), deliveryId: newId() }, ...(body && { body }) }),
})

/** The tests of the musters module cover existing musters. */
const byMuster = (body?: object): Row => ({
  own: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

/** The tests of their module cover existing recipients. */
const byRecipient = (body?: object): Row => ({
  own: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

/** The tests of the reports module cover existing reports. */
const byReportView = (body?: object): Row => ({
  own: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

const unknownPerson = { first_name: 'Bo', last_name: 'Barred', mobile: '0491570157' }

/** The tests of the bans module cover existing bans. */
const byBan = (body?: object): Row => ({
  own: () => ({ params: { id: newId(), exceptionId: newId() }, ...(body && { body }) }),
})

/** A person by account id. */
const byPerson: Row = {
  own: ({ a }) => ({ params: { key: a.userId } }),
  foreign: ({ b }) => ({ params: { key: b.userId } }),
  absent: () => ({ params: { key: newId() } }),
}

/** The tests of the questions module cover existing questions. */
const byQuestion = (body?: object): Row => ({
  own: () => ({ params: { id: newId() }, ...(body && { body }) }),
})

/** The tests of their module cover existing API keys. */
const byApiKey = (): Row => ({ own: () => ({ params: { id: newId() } }) })

/** A new endpoint that is not a list does not compile without a row. */
const otherRows: Record<Exclude<EndpointName, ListName>, Row> = {
  createWebhook: { own: () => ({ body: { url: 'https://receiver.example/', events: ['visitor.refused'] } }) },
  getWebhook: byWebhook(),
  updateWebhook: byWebhook({ enabled: true }),
  deleteWebhook: byWebhook(),
  rotateWebhookSecret: byWebhook(),
  testWebhook: byWebhook(),
  listWebhookDeliveries: byWebhook(),
  getWebhookDelivery: byWebhook(),
  resendWebhookDelivery: byWebhook(),
  listWebhookEvents: byWebhook(),
  createApiKey: { own: () => ({ body: { name: 'Reports', scopes: ['sites:read'] } }) },
  revokeApiKey: byApiKey(),
  createBan: bySite('body', 'site_id', { ...unknownPerson, reason: 'Test' }),
  findPeople: { own: () => ({ query: { search: 'Ana' } }) },
  listErasures: { own: () => ({}) },
  getPersonData: byPerson,
  exportPerson: byPerson,
  // The tests of the module cover erasures of existing people.
  erasePerson: { own: () => ({ params: { key: newId() }, body: { confirmation: 'Nobody' } }) },
  previewBan: bySite('body', 'site_id', unknownPerson),
  getBan: byBan(),
  updateBan: byBan({ reason: 'Test' }),
  liftBan: byBan({ reason: 'Test' }),
  askBanException: byBan({ site_id: newId(), hours: 1, reason: 'Test' }),
  decideBanException: byBan({ granted: true }),
  createRecipient: {
    own: () => ({ body: { user_id: newId(), events: ['banned'], channels: ['bell'] } }),
  },
  getRecipient: byRecipient(),
  updateRecipient: byRecipient({ enabled: true }),
  deleteRecipient: byRecipient(),
  testRecipient: byRecipient(),
  listAlerts: byRecipient(),
  listRecipientEvents: { own: () => ({}) },
  listRecipientPeople: { own: () => ({ query: {} }) },
  changeDeadLetters: { own: () => ({ body: { action: 'send_again', ids: [newId()] } }) },
  login: { own: () => ({ body: { email: `${newId()}@test.example`, password: 'wrong' } }) },
  validateToken: { own: () => ({}) },
  renewToken: { own: () => ({}) },
  logout: { own: () => ({}) },
  verifyTwoStep: { own: () => ({ body: { type: 'totp', code: '000000' } }) },
  listTwoStepMethods: { own: () => ({}) },
  getRecoveryCodes: { own: () => ({}) },
  newTotpMethod: { own: () => ({}) },
  newRecoveryCodes: { own: () => ({}) },
  confirmTotpMethod: { own: () => ({ body: { id: newId(), code: '000000' } }) },
  enableTwoStep: { own: () => ({ body: { methods: [{ id: newId(), type: 'totp' }] } }) },
  cancelTwoStep: { own: () => ({ body: { methods: [newId()] } }) },
  changePassword: { own: () => ({ body: { password: 'wrong', newPassword: 'a new one for the house' } }) },
  countBreaches: { own: () => ({ body: { password: 'password' } }) },
  forgotPassword: { own: () => ({ body: { email: `${newId()}@test.example` } }) },
  validateResetToken: { own: () => ({ params: { token: 'forged' } }) },
  resetPassword: {
    own: () => ({ params: { token: 'forged' }, body: { password: 'a new one for the house' } }),
  },
  validateFirstAdmin: { own: () => ({ body: { token: 'forged' } }) },
  createFirstAdmin: {
    own: () => ({
      body: {
        token: 'forged',
        email: `${newId()}@test.example`,
        password: 'a new one for the house',
        first_name: 'Ana',
        last_name: 'Silva',
        client_name: 'First',
        company_no: newId(),
      },
    }),
  },
  getProfile: { own: () => ({}) },
  updateProfile: {
    own: () => ({
      body: {
        first_name: 'Ana',
        last_name: 'Silva',
        email: `${newId()}@test.example`,
        mobile: '',
        language: 'es',
      },
    }),
  },
  verifyEmail: { own: () => ({ params: { token: 'forged' } }) },
  listNotifications: { own: () => ({}) },
  clearNotifications: { own: () => ({}) },
  revokeOwnSession: byOwner('sessionId'),
  forgetDevice: byOwner('deviceId'),
  logOutEverywhere: { own: () => ({}) },
  getOwnClient: { own: () => ({}) },
  getSignInPolicy: { own: () => ({}) },
  updateSignInPolicy: { own: () => ({ body: { board_without_two_step: false } }) },
  listClientCountries: { own: () => ({}) },
  updateClient: {
    own: ({ a }) => ({ params: { id: a.clientId }, body: { street: 'Quay 1' } }),
    foreign: ({ b }) => ({ params: { id: b.clientId }, body: { street: 'Quay 1' } }),
    absent: () => ({ params: { id: newId() }, body: { street: 'Quay 1' } }),
  },
  putClientLogo: {
    own: ({ a }) => ({ params: { id: a.clientId }, file: onePixelFile }),
    foreign: ({ b }) => ({ params: { id: b.clientId }, file: onePixelFile }),
    absent: () => ({ params: { id: newId() }, file: onePixelFile }),
  },
  deleteClientLogo: {
    own: ({ a }) => ({ params: { id: a.clientId } }),
    foreign: ({ b }) => ({ params: { id: b.clientId } }),
    absent: () => ({ params: { id: newId() } }),
  },
  createClient: { own: () => ({ body: { name: 'New', company_no: newId() } }) },
  replaceClient: {
    own: ({ a }) => ({ params: { id: a.clientId }, body: { name: 'A', company_no: newId() } }),
    absent: () => ({ params: { id: newId() }, body: { name: 'A', company_no: newId() } }),
  },
  enableClients: { own: ({ a }) => ({ body: [{ id: a.clientId, enabled: true }] }) },
  // Matches no client, because one of the actors belongs to a disabled client.
  enableAllClients: { own: () => ({ query: { search: newId() }, body: { enabled: true } }) },
  inviteClientAdmin: {
    own: ({ a }) => ({ params: { id: a.clientId } }),
    absent: () => ({ params: { id: newId() } }),
  },
  validateInvitation: { own: () => ({ body: { token: 'forged' } }) },
  acceptInvitation: {
    own: () => ({
      body: {
        token: 'forged',
        email: `${newId()}@test.example`,
        password: 'a new one for the house',
        first_name: 'Ana',
        last_name: 'Silva',
      },
    }),
  },
  listClientOptions: { own: () => ({}) },
  listAuditLog: { own: () => ({}) },
  // The tests of their module cover existing visits.
  getContactsReport: { own: () => ({ query: { record: newId() } }) },
  exportContactsReport: { own: () => ({ query: { record: newId() } }) },
  getHeadcountReport: bySite('query', 'site'),
  exportHeadcountReport: bySite('query', 'site'),
  getHoursReport: bySite('query', 'site'),
  exportHoursReport: bySite('query', 'site'),
  getRollReport: bySite('query', 'site'),
  exportRollReport: bySite('query', 'site'),
  listReportPeople: { own: () => ({ query: {} }) },
  listReportRecipients: { own: () => ({ query: {} }) },
  createReportView: { own: () => ({ body: { report: 'headcount', name: newId() } }) },
  getReportView: byReportView(),
  updateReportView: byReportView({ name: 'Another' }),
  deleteReportView: byReportView(),
  listAccessLog: bySite('query', 'site'),
  exportAccessLog: bySite('query', 'site'),
  // The tests of their module cover existing visits.
  getLogRecord: { own: () => ({ params: { id: newId() } }) },
  correctVisit: { own: () => ({ params: { id: newId() }, body: { note: 'Asked at the gate' } }) },
  exportPresence: bySite('query', 'site'),
  checkOutPeople: {
    own: ({ a }) => leavingFrom(a.siteId),
    unassigned: ({ a }) => leavingFrom(a.otherSiteId),
    foreign: ({ b }) => leavingFrom(b.siteId),
    absent: () => leavingFrom(newId()),
  },
  undoCheckOut: { own: () => ({ body: { ids: [newId()] } }) },
  signInPerson: {
    own: ({ a }) => ({ body: { ...newcomer, method: a.method.id } }),
    foreign: ({ b }) => ({ body: { ...newcomer, method: b.method.id } }),
    absent: () => ({ body: { ...newcomer, method: newId() } }),
  },
  listHostOptions: {
    own: ({ a }) => ({ query: { method: a.method.id } }),
    foreign: ({ b }) => ({ query: { method: b.method.id } }),
    absent: () => ({ query: { method: newId() } }),
  },
  listLogMethodOptions: { own: () => ({}) },
  listLogQuestionOptions: { own: () => ({}) },
  listLogRoleOptions: { own: () => ({}) },
  getGettingStarted: { own: () => ({}) },
  getSystemHealth: { own: () => ({}) },
  closeFirstStep: { own: () => ({ params: { step: 'board' }, body: { state: 'done' } }) },
  getMachineData: {
    own: ({ a }) => ({ query: { method: a.method.key } }),
    absent: () => ({ query: { method: 'ZZZZ' } }),
  },
  findUserData: {
    own: ({ a }) => ({ body: { ...visitor, id: a.method.id } }),
    absent: () => ({ body: { ...visitor, id: newId() } }),
  },
  getUserData: {
    own: ({ a }) => ({ query: visitorQuery(a.method.id) }),
    absent: () => ({ query: visitorQuery(newId()) }),
  },
  submitCheckIn: {
    own: ({ a }) => ({ body: { ...visitor, machineId: a.method.id } }),
    absent: () => ({ body: { ...visitor, machineId: newId() } }),
  },
  getServerTime: { own: () => ({}) },
  checkOut: { own: () => ({ body: { checkOutToken: 'forged', time: new Date().toISOString() } }) },
  findStayEnd: { own: () => ({ body: { checkOutToken: 'forged' } }) },
  undoDeparture: { own: () => ({ body: { checkOutToken: 'forged' } }) },
  findOwnVisit: {
    own: ({ a }) => ({
      body: { firstName: 'Ana', lastName: 'Silva', mobileEnding: '156', machineId: a.method.id },
    }),
  },
  pairKiosk: { own: ({ a }) => ({ body: { machineId: a.method.id, code: 'ABCD2345' } }) },
  // This world's method does not ask for a host.
  findHosts: { own: ({ a }) => ({ body: { id: a.method.id, search: 'Ana' } }) },
  getHostAnswer: { own: () => ({ body: { checkOutToken: 'forged' } }) },
  listOwnVisitors: { own: () => ({}) },
  // The tests of their module cover existing visitors of a host.
  answerVisitor: { own: () => ({ params: { id: newId() }, body: { answer: 'on_my_way' } }) },
  reportKiosk: { own: ({ a }) => ({ body: { machineId: a.method.id, waiting: 0 } }) },
  listBoardSites: { own: () => ({}) },
  getBoard: bySite('params', 'siteId'),
  getCheckedOutBoard: bySite('params', 'siteId'),
  getBoardPhoto: {
    own: ({ a }) => ({ params: { userId: a.userId } }),
    foreign: ({ b }) => ({ params: { userId: b.userId } }),
    absent: () => ({ params: { userId: newId() } }),
  },
  getDashboard: bySite('query', 'site'),
  listSiteOptions: { own: () => ({}) },
  listRecordSiteOptions: { own: () => ({}) },
  createSignInMethod: bySite('body', 'site_id', { type: 'qr', name: 'Side door' }),
  getSignInMethod: byMethod(),
  getMethodQrCode: byMethod(),
  updateSignInMethod: byMethod({ name: 'Front door' }),
  renewMethodKey: byMethod(),
  issuePairingCode: byDevice(),
  commandDevice: byDevice({ command: 'identify' }),
  replaceCartridge: byDevice(),
  // For methods without a device, because the other rows need their devices.
  unpairDevice: byMethod(),
  changeSignInMethods: {
    own: ({ a }) => ({ body: { action: 'enable', matching: { site: a.siteId } } }),
    unassigned: ({ a }) => ({ body: { action: 'enable', matching: { site: a.otherSiteId } } }),
    foreign: ({ b }) => ({ body: { action: 'enable', matching: { site: b.siteId } } }),
    absent: () => ({ body: { action: 'enable', matching: { site: newId() } } }),
  },
  createSite: { own: () => named() },
  getSite: bySite('params', 'id'),
  updateSite: bySite('params', 'id', {}, named),
  putSitePicture: bySite('params', 'id', {}, () => ({ file: onePixelFile })),
  deleteSitePicture: bySite('params', 'id'),
  listVisitorRoles: bySite('params', 'id'),
  createVisitorRole: bySite('params', 'id', {}, named),
  updateVisitorRole: {
    own: ({ a }) => ({ params: { id: a.siteId, roleId: newId() }, body: { name: 'Crew' } }),
  },
  deleteVisitorRole: { own: ({ a }) => ({ params: { id: a.siteId, roleId: newId() } }) },
  createQuestion: { own: () => ({ body: { name: 'Host', text: 'Whom do you visit?', type: 'free text' } }) },
  getQuestion: byQuestion(),
  updateQuestion: byQuestion({ name: 'Host' }),
  orderQuestions: byQuestion({ ids: [newId()] }),
  changeQuestions: {
    own: ({ a }) => ({ body: { action: 'enable', matching: { site: a.siteId, search: newId() } } }),
    unassigned: ({ a }) => ({
      body: { action: 'enable', matching: { site: a.otherSiteId, search: newId() } },
    }),
    foreign: ({ b }) => ({ body: { action: 'enable', matching: { site: b.siteId, search: newId() } } }),
    absent: () => ({ body: { action: 'enable', matching: { site: newId() } } }),
  },
  copyQuestion: byQuestion({ site_id: newId() }),
  listRoleOptions: { own: () => ({}) },
  listSiteQuestions: bySite('params', 'id'),
  setSiteQuestions: bySite('params', 'id', {}, () => ({ body: { question_ids: [] } })),
  listMusterPoints: bySite('params', 'id'),
  createMusterPoint: bySite('params', 'id', {}, named),
  updateMusterPoint: {
    own: ({ a }) => ({ params: { id: a.siteId, pointId: newId() }, body: { name: 'Lawn' } }),
  },
  explainListing: { own: ({ a }) => ({ params: { siteId: a.siteId, personId: newId() } }) },
  getOwnMuster: { own: () => ({ body: { checkOutToken: 'forged' } }) },
  saySafe: { own: () => ({ body: { checkOutToken: 'forged' } }) },
  startMuster: bySite('body', 'site_id', { drill: true }),
  getRunningMuster: bySite('params', 'siteId'),
  listDoubtedDepartures: bySite('params', 'siteId'),
  getMuster: byMuster(),
  getMusterOfBoard: byMuster(),
  addMusterMarks: byMuster([]),
  handInMarks: { own: () => ({ body: { token: 'forged', marks: [] } }) },
  endMuster: byMuster(),
  getMusterReport: byMuster(),
  exportMusterReport: byMuster(),
  deleteMusterPoint: { own: ({ a }) => ({ params: { id: a.siteId, pointId: newId() } }) },
  getSiteExternalApi: bySite('params', 'id'),
  updateSiteExternalApi: bySite('params', 'id', {}, () => ({ body: { url: 'https://receiver.example/' } })),
  testSiteExternalApi: bySite('params', 'id'),
  // For no site, because the other rows need their sites.
  changeSites: {
    own: () => ({ body: { action: 'restore', matching: { search: newId(), status: 'archived' } } }),
  },
  getRetention: bySite('query', 'site'),
  previewRetention: bySite('query', 'site'),
  listRetentionRuns: bySite('query', 'site'),
  updateRetention: bySite('query', 'site', {}, () => ({ body: { photo_days: 30 } })),
  searchEverything: { own: () => ({ query: { search: 'a' } }) },
  getUser: byUser(),
  updateUser: byUser({ ppe: true }),
  getUserPhoto: byUser(),
  putUserPhoto: byUser(undefined, onePixelFile),
  deleteUserPhoto: byUser(),
  importUsers: {
    own: () => ({ file: { type: 'text/csv', bytes: Buffer.from('first_name,last_name,email\n') } }),
  },
  exportUsers: bySite('query', 'site'),
  inviteUser: byUser(),
  resetUserPin: byUser(),
  resetTwoStep: byUser(),
  createUser: {
    own: ({ a, b }, actor) => {
      const { siteId } = actor === 'admin B' || actor === 'site_admin' ? b : a
      const access = [{ site_id: siteId, user_type: 'Staff' }]
      return { body: { first_name: 'Ana', last_name: 'Silva', email: `${newId()}@test.example`, access } }
    },
  },
  changeUsers: {
    own: ({ a }) => restoreAt(a.siteId),
    unassigned: ({ a }) => restoreAt(a.otherSiteId),
    foreign: ({ b }) => restoreAt(b.siteId),
    absent: () => restoreAt(newId()),
  },
  undoAccountTypes: {
    own: () => ({ body: { users: [{ id: newId(), last_modified: '', admin: false, access: [] }] } }),
  },
}

const rowOf = (name: EndpointName): Row =>
  (otherRows as Partial<Record<EndpointName, Row>>)[name] ?? rowOfList(endpoints[name])
/** In the order of the rows above, because some calls change what later ones need. */
const names = [...new Set([...Object.keys(otherRows), ...Object.keys(endpoints)])] as EndpointName[]

/** Whether the actor may see the target. */
function isThere(name: EndpointName, target: Target, actor: ActorName): boolean {
  if (target === 'absent') return false
  if (personal.includes(name)) return target === 'own'
  if (actor === 'pre-2FA session where the board needs none') return false
  if (actor === 'site_admin') return true
  const isOfB = actor === 'admin B'
  if (target === 'foreign') return isOfB
  if (isOfB) return false
  return target === 'own' || !siteBound.includes(actor)
}

/** A site_admin who has chosen no client cannot create anything. */
const createInChosenClient: EndpointName[] = [
  'createUser',
  'importUsers',
  'createQuestion',
  'createSite',
  'createSignInMethod',
  'createWebhook',
  'createApiKey',
  'createRecipient',
  'createBan',
  'previewBan',
  'createReportView',
]

/** Calls that refuse the row's harmless input with their own error. */
const ownErrors: Partial<Record<EndpointName, ErrorCode>> = {
  login: 'unauthenticated',
  checkOut: 'not_found',
  // This world's method is not a kiosk.
  findOwnVisit: 'not_found',
  pairKiosk: 'not_found',
  findStayEnd: 'not_found',
  undoDeparture: 'not_found',
  reportKiosk: 'not_found',
  findHosts: 'not_found',
  getHostAnswer: 'not_found',
  answerVisitor: 'not_found',
  getRecoveryCodes: 'not_found',
  // The callers have no second factor.
  resetTwoStep: 'step_up_required',
  // The tests of their module cover existing roles and muster points.
  updateVisitorRole: 'not_found',
  deleteVisitorRole: 'not_found',
  updateMusterPoint: 'not_found',
  deleteMusterPoint: 'not_found',
  explainListing: 'not_found',
  getOwnMuster: 'not_found',
  saySafe: 'not_found',
  getMuster: 'not_found',
  getMusterOfBoard: 'not_found',
  addMusterMarks: 'not_found',
  handInMarks: 'not_found',
  endMuster: 'not_found',
  getMusterReport: 'not_found',
  exportMusterReport: 'not_found',
  createRecipient: 'not_found',
  getRecipient: 'not_found',
  updateRecipient: 'not_found',
  deleteRecipient: 'not_found',
  testRecipient: 'not_found',
  listAlerts: 'not_found',
  getBan: 'not_found',
  updateBan: 'not_found',
  liftBan: 'not_found',
  askBanException: 'not_found',
  decideBanException: 'not_found',
  getQuestion: 'not_found',
  updateQuestion: 'not_found',
  orderQuestions: 'not_found',
  copyQuestion: 'not_found',
  revokeApiKey: 'not_found',
  getWebhook: 'not_found',
  updateWebhook: 'not_found',
  deleteWebhook: 'not_found',
  rotateWebhookSecret: 'not_found',
  testWebhook: 'not_found',
  listWebhookDeliveries: 'not_found',
  getWebhookDelivery: 'not_found',
  resendWebhookDelivery: 'not_found',
  listWebhookEvents: 'not_found',
  getContactsReport: 'not_found',
  exportContactsReport: 'not_found',
  getReportView: 'not_found',
  updateReportView: 'not_found',
  deleteReportView: 'not_found',
  getLogRecord: 'not_found',
  correctVisit: 'not_found',
  erasePerson: 'not_found',
  changePassword: 'wrong_password',
  resetPassword: 'invalid_token',
  createFirstAdmin: 'invalid_token',
  acceptInvitation: 'invalid_token',
  updateProfile: 'wrong_password',
  verifyEmail: 'invalid_token',
}
/** The same for single actors. */
const ownErrorsOf: Partial<Record<ActorName, Partial<Record<EndpointName, ErrorCode>>>> = {
  // This world's sign-in policy lets Managers and administrators check out others.
  'staff A': { checkOutPeople: 'forbidden', undoCheckOut: 'forbidden' },
  site_admin: {
    listAuditLog: 'client_not_chosen',
    getContactsReport: 'client_not_chosen',
    exportContactsReport: 'client_not_chosen',
    getHeadcountReport: 'client_not_chosen',
    exportHeadcountReport: 'client_not_chosen',
    getHoursReport: 'client_not_chosen',
    exportHoursReport: 'client_not_chosen',
    getRollReport: 'client_not_chosen',
    exportRollReport: 'client_not_chosen',
    listReportPeople: 'client_not_chosen',
    listAccessLog: 'client_not_chosen',
    exportAccessLog: 'client_not_chosen',
    getLogRecord: 'client_not_chosen',
    correctVisit: 'client_not_chosen',
    findPeople: 'client_not_chosen',
    listErasures: 'client_not_chosen',
    getPersonData: 'client_not_chosen',
    exportPerson: 'client_not_chosen',
    erasePerson: 'client_not_chosen',
    orderQuestions: 'client_not_chosen',
    createRecipient: 'client_not_chosen',
    getSignInPolicy: 'client_not_chosen',
    updateSignInPolicy: 'client_not_chosen',
    getGettingStarted: 'client_not_chosen',
    closeFirstStep: 'client_not_chosen',
    getSiteExternalApi: 'client_not_chosen',
    updateSiteExternalApi: 'client_not_chosen',
    testSiteExternalApi: 'client_not_chosen',
  },
}

/** An actor without access is refused before the target is looked up. The gate tries one target. */
const targetsOfRefused = (targets: Target[]) => (isFull ? targets : targets.slice(0, 1))

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let world: World
let asked = 0
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  world = await makeWorld(test)
})
afterAll(() => test.close())

async function ask(
  endpoint: EndpointDeclaration,
  token: string | undefined,
  { params = {}, query, body, file }: Ask,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  asked += 1
  // An actor calls more often than one person may, each time from another IP address.
  if (endpoint.limit) await sql`delete from rate_buckets`
  return test.app.inject({
    remoteAddress: `10.0.${asked >> 8}.${asked & 255}`,
    method: endpoint.method,
    url: `/api${path}`,
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
    ...(file ? { payload: file.bytes } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(file ? { 'content-type': file.type } : {}),
    },
  })
}

describe.each(names)('%s', (name) => {
  const endpoint: EndpointDeclaration = endpoints[name]
  const row = rowOf(name)
  const targets = Object.keys(row) as Target[]
  const isBound = endpoint.access !== 'public' && targets.length > 1

  describe.each(actorNames)('for %s', (actor) => {
    const token = () =>
      endsItsSession.includes(name) && world.tokens[actor] ? freshToken(actor) : world.tokens[actor]

    const promised = promisedAccess(endpoint, actor)
    /**
     * The error code of a refused call, by the declared access and the target; undefined for
     * an accepted one.
     */
    const expectedError = (target: Target): ErrorCode | undefined => {
      if (promised !== 'through') return promised
      const refused = ownErrorsOf[actor]?.[name] ?? ownErrors[name]
      if (refused) return refused
      if (actor === 'site_admin' && createInChosenClient.includes(name)) return 'client_not_chosen'
      const isFound = isBound ? isThere(name, target, actor) : target !== 'absent'
      return isFound ? undefined : 'not_found'
    }

    it.each(promised === 'through' ? targets : targetsOfRefused(targets))('asking for %s', async (target) => {
      const response = await ask(endpoint, await token(), (row[target] ?? row.own)(world, actor))
      const code = expectedError(target)
      if (code === undefined) {
        expect(response.statusCode, response.body).toBe(acceptedStatus(endpoint))
        return
      }
      expect(errorCodesOf(endpoint)).toContain(code)
      expect(response.json()).toMatchObject({ code, statusCode: errorCodes[code] })
      expect(response.statusCode).toBe(errorCodes[code])
    })

    if (row.foreign && row.absent && promised === 'through' && !isThere(name, 'foreign', actor)) {
      it('cannot tell what is foreign from what is not there', async () => {
        const foreign = await ask(endpoint, world.tokens[actor], row.foreign?.(world, actor) ?? {})
        const absent = await ask(endpoint, world.tokens[actor], row.absent?.(world, actor) ?? {})
        expect(foreign.body).toBe(absent.body)
        expect(headersOf(foreign)).toEqual(headersOf(absent))
      })
    }
  })
})

/**
 * Programs with an API key. Each of the first two sees what an administrator of its client sees.
 */
const keyActors = [
  'of A',
  'of B',
  'of A without the scope',
  'of A that has expired',
  'of A that was revoked',
  'of a disabled client',
] as const
type KeyActor = (typeof keyActors)[number]

async function makeKey(actor: KeyActor, scope: ApiKeyScope | undefined): Promise<string> {
  const { a, b, holders } = world
  const disabled = holders['user of a disabled client'].clientId
  const clientId = actor === 'of B' ? b.clientId : actor === 'of a disabled client' ? disabled : a.clientId
  const before = new Date(test.clock.now.getTime() - 1)
  const { key } = await makeApiKey(test.database.db, test.keys.apiKeys, clientId, {
    scopes: apiKeyScopes.filter((one) => actor !== 'of A without the scope' || one !== scope),
    ...(actor === 'of A that has expired' && { endsAt: before }),
    ...(actor === 'of A that was revoked' && { revokedAt: before }),
  })
  return key
}

describe.each(names.filter((name) => endpoints[name].access !== 'public'))('%s', (name) => {
  const endpoint: EndpointDeclaration = endpoints[name]
  const { apiKeyScope: scope } = endpoint
  const row = rowOf(name)
  const targets = Object.keys(row) as Target[]

  // Without a declared scope, not even the key with the most rights may call it.
  describe.each(scope ? keyActors : ['of A' as const])('for an API key %s', (actor) => {
    const admin = actor === 'of B' ? 'admin B' : 'admin A'
    const expectedError = (target: Target): ErrorCode | undefined => {
      if (!scope || actor === 'of A without the scope') return 'forbidden'
      if (actor !== 'of A' && actor !== 'of B') return 'unauthenticated'
      const isFound = targets.length === 1 || isThere(name, target, admin)
      return ownErrors[name] ?? (isFound ? undefined : 'not_found')
    }

    const isLetIn = expectedError('own') !== 'forbidden' && expectedError('own') !== 'unauthenticated'
    it.each(isLetIn ? targets : targetsOfRefused(targets))('asking for %s', async (target) => {
      const response = await ask(
        endpoint,
        await makeKey(actor, scope),
        (row[target] ?? row.own)(world, admin),
      )
      const code = expectedError(target)
      if (code === undefined) {
        expect(response.statusCode, response.body).toBe(acceptedStatus(endpoint))
        return
      }
      expect(errorCodesOf(endpoint)).toContain(code)
      expect(response.json()).toMatchObject({ code, statusCode: errorCodes[code] })
    })
  })
})

/** A logout ends the session, so each logout gets its own world. */
async function freshToken(actor: ActorName): Promise<string | undefined> {
  return (await makeWorld(test)).tokens[actor]
}

function headersOf({ headers }: { headers: Record<string, unknown> }): Record<string, unknown> {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return rest
}
