/** The three looks under which the product is sold. */
export const looks = ['presence', 'pulse', 'batbooth'] as const
export type LookName = (typeof looks)[number]

export const languages = ['en', 'en-au', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en-au'
export const defaultRegion = 'AU'

/** Why the login page is shown again, as its URL says it. The page has a message for each reason. */
export type LoginReason = 'ended'

/** What a sign-in method is: a measuring device, a tablet that many people share, or a QR code for their own phones. */
export const methodTypes = ['device', 'kiosk', 'qr'] as const
export type MethodType = (typeof methodTypes)[number]

/** What a poster is printed on; `card` is one for a table. */
export const posterSizes = ['a4', 'a5', 'letter', 'card'] as const
export const posterFormats = ['pdf', 'svg', 'png'] as const

export const pressureUnits = ['kPa', 'psi', 'bar'] as const

export const userTypes = ['Manager', 'Staff', 'Device', 'Guest'] as const
export type UserType = (typeof userTypes)[number]

/** What leads a new client from nothing to the first visitor, in this order. */
export const firstSteps = ['site', 'poster', 'visit', 'board', 'colleague'] as const
export type FirstStep = (typeof firstSteps)[number]
/** What a list shows of an account: an administrator, or the highest type among the access entries. */
export const accountTypes = ['Admin', ...userTypes] as const
export type AccountType = (typeof accountTypes)[number]

export const userStatuses = ['pending', 'active', 'rejected', 'archived'] as const
export type UserStatus = (typeof userStatuses)[number]
export const siteStatuses = ['active', 'archived'] as const
export type SiteStatus = (typeof siteStatuses)[number]

/** Data that a client keeps for a number of days of its own, in the order in which it is worked off. */
export const retentionClasses = ['contact', 'answer', 'temperature', 'photo'] as const
export type RetentionClass = (typeof retentionClasses)[number]

export const questionTypes = ['yes/no', 'free text', 'select', 'multi-select'] as const
export type QuestionType = (typeof questionTypes)[number]
