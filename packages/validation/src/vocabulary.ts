/** The three looks under which the product is sold. */
export const looks = ['presence', 'pulse', 'batbooth'] as const
export type LookName = (typeof looks)[number]

export const languages = ['en', 'en-au', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en-au'
export const defaultRegion = 'AU'

/** Why the login page is shown again, as its URL says it. The page has a message for each reason. */
export type LoginReason = 'ended'

export const userTypes = ['Manager', 'Staff', 'Device', 'Guest'] as const
export type UserType = (typeof userTypes)[number]

export const siteStatuses = ['active', 'archived'] as const
export type SiteStatus = (typeof siteStatuses)[number]

export const questionTypes = ['yes/no', 'free text', 'select', 'multi-select'] as const
export type QuestionType = (typeof questionTypes)[number]
