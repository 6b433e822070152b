import { retentionClasses } from '@gatehouse/validation/vocabulary'
import type { MailType } from './db/outbox.ts'
import { type PurgeRule, purgeRules as databasePurge } from './db/purge.ts'
import { mails as authMails } from './modules/auth/mails.ts'
import { purgeRules as authPurge } from './modules/auth/purge.ts'
import { retentionSteps as banRetention } from './modules/bans/retention.ts'
import { purgeRules as boardPurge } from './modules/board/purge.ts'
import { purgeRules as checkInPurge } from './modules/check-in/purge.ts'
import { retentionSteps as checkInRetention } from './modules/check-in/retention.ts'
import { purgeRules as kioskPurge } from './modules/kiosk/purge.ts'
import { mails as meMails } from './modules/me/mails.ts'
import type { ComposeMail } from './modules/notifications/account-mail.ts'
import { mails as notificationMails } from './modules/notifications/mails.ts'
import { purgeRules as notificationPurge } from './modules/notifications/purge.ts'
import { retentionSteps as notificationRetention } from './modules/notifications/retention.ts'
import type { RetentionStep } from './modules/privacy/retention-step.ts'
import { retentionSteps as commonRetention } from './modules/privacy/retention.ts'
import { purgeRules as readingPurge } from './modules/readings/purge.ts'
import { retentionSteps as readingRetention } from './modules/readings/retention.ts'
import { mails as userMails } from './modules/users/mails.ts'
import { retentionSteps as userRetention } from './modules/users/retention.ts'
import { purgeRules as rollupPurge } from './modules/rollups/purge.ts'
import { purgeRules as methodPurge } from './modules/sign-in-methods/purge.ts'
import { purgeRules as rateLimitPurge } from './rate-limits/purge.ts'

/** How each type of mail is composed. A type that no module composes does not compile. */
export const mails: Record<MailType, ComposeMail> = {
  ...authMails,
  ...meMails,
  ...notificationMails,
  ...userMails,
}

/** What expires in each table. */
export const purgeRules: readonly PurgeRule[] = [
  ...databasePurge,
  ...rateLimitPurge,
  ...authPurge,
  ...boardPurge,
  ...checkInPurge,
  ...kioskPurge,
  ...methodPurge,
  ...notificationPurge,
  ...readingPurge,
  ...rollupPurge,
]

/** How each class of personal data is removed, class by class. Within a class the order of the modules is kept. */
export const retentionSteps: readonly RetentionStep[] = [
  ...checkInRetention,
  ...banRetention,
  ...commonRetention,
  ...notificationRetention,
  ...readingRetention,
  ...userRetention,
].toSorted((a, b) => retentionClasses.indexOf(a.class) - retentionClasses.indexOf(b.class))
