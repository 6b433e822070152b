import { retentionClasses } from '@gatehouse/validation/vocabulary'
import type { MailType } from './db/outbox.ts'
import { type PurgeRule, purgeRules as databasePurge } from './db/purge.ts'
import { personSteps as logPeople } from './modules/access-log/person-steps.ts'
import { retentionSteps as logRetention } from './modules/access-log/retention.ts'
import { mails as authMails } from './modules/auth/mails.ts'
import { personSteps as authPeople } from './modules/auth/person-steps.ts'
import { purgeRules as authPurge } from './modules/auth/purge.ts'
import { personSteps as banPeople } from './modules/bans/person-steps.ts'
import { retentionSteps as banRetention } from './modules/bans/retention.ts'
import { purgeRules as boardPurge } from './modules/board/purge.ts'
import { personSteps as checkInPeople } from './modules/check-in/person-steps.ts'
import { purgeRules as checkInPurge } from './modules/check-in/purge.ts'
import { retentionSteps as checkInRetention } from './modules/check-in/retention.ts'
import { purgeRules as devicePurge } from './modules/devices/purge.ts'
import { purgeRules as kioskPurge } from './modules/kiosk/purge.ts'
import { mails as meMails } from './modules/me/mails.ts'
import { mails as musterMails } from './modules/muster/mails.ts'
import { personSteps as musterPeople } from './modules/muster/person-steps.ts'
import { retentionSteps as musterRetention } from './modules/muster/retention.ts'
import type { ComposeMail } from './modules/notifications/account-mail.ts'
import { mails as notificationMails } from './modules/notifications/mails.ts'
import { personSteps as notificationPeople } from './modules/notifications/person-steps.ts'
import { purgeRules as notificationPurge } from './modules/notifications/purge.ts'
import { retentionSteps as notificationRetention } from './modules/notifications/retention.ts'
import type { PersonStep } from './modules/privacy/person-step.ts'
import { personSteps as commonPeople } from './modules/privacy/person-steps.ts'
import type { RetentionStep } from './modules/privacy/retention-step.ts'
import { retentionSteps as commonRetention } from './modules/privacy/retention.ts'
import { personSteps as readingPeople } from './modules/readings/person-steps.ts'
import { purgeRules as readingPurge } from './modules/readings/purge.ts'
import { retentionSteps as readingRetention } from './modules/readings/retention.ts'
import { mails as reportMails } from './modules/reports/mails.ts'
import { personSteps as reportPeople } from './modules/reports/person-steps.ts'
import { mails as userMails } from './modules/users/mails.ts'
import { personSteps as userPeople } from './modules/users/person-steps.ts'
import { retentionSteps as userRetention } from './modules/users/retention.ts'
import { purgeRules as rollupPurge } from './modules/rollups/purge.ts'
import { purgeRules as methodPurge } from './modules/sign-in-methods/purge.ts'
import { purgeRules as rateLimitPurge } from './rate-limits/purge.ts'

/** How each type of mail is composed. A type that no module composes does not compile. */
export const mails: Record<MailType, ComposeMail> = {
  ...authMails,
  ...meMails,
  ...musterMails,
  ...notificationMails,
  ...reportMails,
  ...userMails,
}

/** What expires in each table. */
export const purgeRules: readonly PurgeRule[] = [
  ...databasePurge,
  ...rateLimitPurge,
  ...authPurge,
  ...boardPurge,
  ...checkInPurge,
  ...devicePurge,
  ...kioskPurge,
  ...methodPurge,
  ...notificationPurge,
  ...readingPurge,
  ...rollupPurge,
]

/** How each class of personal data is removed, class by class. Within a class the order of the modules is kept. */
export const retentionSteps: readonly RetentionStep[] = [
  ...checkInRetention,
  ...logRetention,
  ...banRetention,
  ...commonRetention,
  ...musterRetention,
  ...notificationRetention,
  ...readingRetention,
  ...userRetention,
].toSorted((a, b) => retentionClasses.indexOf(a.class) - retentionClasses.indexOf(b.class))

/** What is held about one person, and how it is erased. An account comes last, because other steps look it up. */
export const personSteps: readonly PersonStep[] = [
  ...checkInPeople,
  ...logPeople,
  ...banPeople,
  ...musterPeople,
  ...notificationPeople,
  ...readingPeople,
  ...reportPeople,
  ...commonPeople,
  ...authPeople,
  ...userPeople,
]
