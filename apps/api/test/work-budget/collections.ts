import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type { EndpointName } from '@gatehouse/validation/endpoints/all'
import type * as v from 'valibot'

interface Parts {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  options?: readonly (v.GenericSchema | string)[]
}

/** Whether a response grows with the number of rows: it has a list or a record, or is an export. */
export function hasCollection({ response }: EndpointDeclaration): boolean {
  return response === 'csv' || (typeof response !== 'string' && holdsCollection(response))
}

function holdsCollection(schema: v.GenericSchema): boolean {
  const { type, entries = {}, wrapped, options = [] } = schema as unknown as Parts
  if (type === 'array' || type === 'record') return true
  const inner = [...Object.values(entries), ...(wrapped ? [wrapped] : []), ...options]
  return inner.some((one) => typeof one !== 'string' && holdsCollection(one))
}

/** The rows of the large world that make the lists of these endpoints as large as possible. */
export const fillings: Record<string, readonly EndpointName[]> = {
  'the people of the largest site, and who has left it': [
    'getBoard',
    'getCheckedOutBoard',
    'listDoubtedDepartures',
    'listPresent',
    'exportPresence',
    'checkOutPeople',
    'undoCheckOut',
  ],
  'the list of a muster with all of its marks': [
    'getMuster',
    'getMusterOfBoard',
    'getMusterReport',
    'exportMusterReport',
    'listMusters',
    'getOwnMuster',
    'saySafe',
  ],
  'people with as many access entries as they may have': [
    'getProfile',
    'updateProfile',
    'listUsers',
    'exportUsers',
    'importUsers',
    'changeUsers',
    'undoAccountTypes',
    'createUser',
    'getUser',
    'updateUser',
    'listHostOptions',
    'listOwnVisitors',
    'findHosts',
    'findOwnVisit',
    'searchEverything',
    'validateToken',
    'login',
    'verifyTwoStep',
  ],
  'more sites and clients than a page has': [
    'listSites',
    'getSite',
    'createSite',
    'updateSite',
    'putSitePicture',
    'deleteSitePicture',
    'changeSites',
    'listBoardSites',
    'listSiteOptions',
    'listRecordSiteOptions',
    'listClients',
    'listClientOptions',
    'listClientCountries',
    'enableClients',
    'enableAllClients',
  ],
  'as many questions, roles and muster points as a site may have': [
    'getMachineData',
    'getUserData',
    'findUserData',
    'listSiteQuestions',
    'setSiteQuestions',
    'listQuestions',
    'changeQuestions',
    'copyQuestion',
    'createQuestion',
    'getQuestion',
    'updateQuestion',
    'orderQuestions',
    'listRoleOptions',
    'listVisitorRoles',
    'listMusterPoints',
  ],
  'sign-in methods with the longest messages': [
    'listSignInMethods',
    'changeSignInMethods',
    'createSignInMethod',
    'getSignInMethod',
    'updateSignInMethod',
    'renewMethodKey',
    'replaceCartridge',
  ],
  'a year of visits, with as many answers as a site asks and many corrections': [
    'listAccessLog',
    'exportAccessLog',
    'getLogRecord',
    'correctVisit',
    'listLogMethodOptions',
    'listLogQuestionOptions',
    'listLogRoleOptions',
    'getContactsReport',
    'getHeadcountReport',
    'getHoursReport',
    'getRollReport',
    'listReportPeople',
    'exportContactsReport',
    'exportHeadcountReport',
    'exportHoursReport',
    'exportRollReport',
    'getDashboard',
    'findPeople',
    'getPersonData',
    'exportPerson',
    'erasePerson',
    'listErasures',
  ],
  'bans with many exceptions': [
    'listBans',
    'getBan',
    'createBan',
    'updateBan',
    'liftBan',
    'askBanException',
    'decideBanException',
    'previewBan',
  ],
  'recipients and saved reports with as many sites and people as they may have': [
    'listRecipients',
    'getRecipient',
    'createRecipient',
    'updateRecipient',
    'testRecipient',
    'listAlerts',
    'listRecipientEvents',
    'listRecipientPeople',
    'listReportViews',
    'getReportView',
    'createReportView',
    'updateReportView',
    'listReportRecipients',
    'listNotifications',
  ],
  'deliveries, keys, sessions and entries of the audit log': [
    'listWebhooks',
    'getWebhook',
    'createWebhook',
    'updateWebhook',
    'rotateWebhookSecret',
    'listWebhookDeliveries',
    'listWebhookEvents',
    'listDeadLetters',
    'changeDeadLetters',
    'listApiKeys',
    'createApiKey',
    'revokeApiKey',
    'listAuditLog',
    'listOwnSessions',
    'listRememberedDevices',
    'listRetentionRuns',
  ],
  'a fixed number': [
    'getRecoveryCodes',
    'newRecoveryCodes',
    'listTwoStepMethods',
    'getSignInPolicy',
    'updateSignInPolicy',
    'getSiteExternalApi',
    'testSiteExternalApi',
    'updateSiteExternalApi',
    'getGettingStarted',
    'closeFirstStep',
    'getSystemHealth',
  ],
}
