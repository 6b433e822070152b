/** The three looks under which the product is sold. */
export const looks = ['presence', 'pulse', 'batbooth'] as const
export type LookName = (typeof looks)[number]

export const languages = ['en', 'en-au', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en-au'
export const defaultRegion = 'AU'

/** Why the login page is shown again, as in its URL. The page has a message for each reason. */
export type LoginReason = 'ended'

/** The spans of time that Home looks back over. */
export const dashboardPeriods = ['today', 'day', 'week', 'month', 'year'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** The types of method: a measuring device, a shared tablet, or a QR code for phones. */
export const methodTypes = ['device', 'kiosk', 'qr'] as const
export type MethodType = (typeof methodTypes)[number]

export const qrCodeFormats = ['svg', 'png'] as const

/** What guests do at a method that limits can refuse, as staff see it. */
export const guestLimits = [
  'sign_in',
  'temperature_code',
  'visitor_details',
  'host_search',
  'sign_out_search',
] as const
export type GuestLimit = (typeof guestLimits)[number]

export const pressureUnits = ['kPa', 'psi', 'bar'] as const

export const userTypes = ['Manager', 'Staff', 'Device', 'Guest'] as const
export type UserType = (typeof userTypes)[number]

/** Who may check out others: this role and all above it. */
export const checkOutRoles = ['admin', 'Manager', 'Staff'] as const
export type CheckOutRole = (typeof checkOutRoles)[number]

export const twoStepAudiences = ['site_admin', 'admin', 'Manager', 'Staff'] as const
export type TwoStepAudience = (typeof twoStepAudiences)[number]

/** The steps that lead a new client to the first visitor, in this order. */
export const firstSteps = ['site', 'poster', 'visit', 'board', 'colleague'] as const
export type FirstStep = (typeof firstSteps)[number]
/** An account's type in a list: administrator, or the highest type among its access entries. */
export const accountTypes = ['Admin', ...userTypes] as const
export type AccountType = (typeof accountTypes)[number]

export const userStatuses = ['pending', 'active', 'rejected', 'archived'] as const
export type UserStatus = (typeof userStatuses)[number]
export const siteStatuses = ['active', 'archived'] as const
export type SiteStatus = (typeof siteStatuses)[number]

/** The classes of data with a retention period of their own, in the order of processing. */
export const retentionClasses = ['contact', 'answer', 'temperature', 'photo'] as const
export type RetentionClass = (typeof retentionClasses)[number]

export const questionTypes = ['yes/no', 'free text', 'select', 'multi-select'] as const
export type QuestionType = (typeof questionTypes)[number]

export const deviceCommands = ['identify', 'restart'] as const
export type DeviceCommand = (typeof deviceCommands)[number]

export const hostAnswers = ['on_my_way', 'sending_somebody', 'not_here'] as const
export type HostAnswer = (typeof hostAnswers)[number]

/** Whether a device uses the settings that it was sent. */
export const settingsStates = ['waiting', 'applied', 'refused'] as const

/** What an entry of the access log records. */
export const logEvents = ['in', 'out', 'refused', 'assumed_left', 'corrected'] as const
export type LogEvent = (typeof logEvents)[number]

/** How a sign-in went. */
export const logResults = ['ok', 'banned', 'high', 'low', 'failed_answer'] as const
export type LogResult = (typeof logResults)[number]

/** Lengths of stay on Home and in the log. From 20 minutes on their bounds are rounded by 5 %. */
export const stayRanges = [
  'under_5m',
  '5m_10m',
  '10m_20m',
  '20m_30m',
  '30m_1h',
  '1h_2h',
  '2h_4h',
  '4h_8h',
  '8h_24h',
  'over_24h',
] as const
export type StayRange = (typeof stayRanges)[number]

/** The days of the week (1 is Monday) and the hours of a day, as filters of the log. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export const hoursOfDay = [
  ...(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'] as const),
] as const

/** How a visit ended. All but the first are not the person's own doing. */
export const visitEndings = ['checked_out', 'superseded', 'assumed_left', 'by_staff'] as const
export type VisitEnding = (typeof visitEndings)[number]

/** The state of a visit in the list. `assumed_left`: a rule closed it, with no departure known. */
export const presenceStates = ['on_site', 'overdue', 'assumed_left'] as const
export type PresenceState = (typeof presenceStates)[number]

/** The scopes of an API key: each opens the endpoints that declare it. */
export const apiKeyScopes = [
  'sites:read',
  'presence:read',
  'access_log:read',
  'sign_in_methods:read',
  'users:read',
  'webhooks:read',
] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** An expired or revoked key opens nothing any more. */
export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]
