import { retentionClasses } from '@gatehouse/validation/vocabulary'
import type { Lifecycle, PersonStep, PurgeRule, RetentionStep } from './db/lifecycle.ts'
import type { MailType } from './db/outbox.ts'
import { clientScope, type InstallationScope } from './db/scopes.ts'
import { oldMailsJob } from './jobs/delete-old-mails.ts'
import { foldJob } from './jobs/fold-rollups.ts'
import type { Queue } from './jobs/outbox-worker.ts'
import { purgeJob } from './jobs/purge-expired.ts'
import type { Job } from './jobs/run-jobs.ts'
import type { Keys } from './keys.ts'
import type { Destinations } from './lib/outbound/destinations.ts'
import type { Mailer } from './mail/mailer.ts'
import { chainJob } from './modules/access-log/chain/append.ts'
import { headsJob } from './modules/access-log/chain/send-heads.ts'
import { mailQueue } from './modules/account-mails/queue.ts'
import { silentDevicesJob } from './modules/devices/device-states.ts'
import { forgottenMustersJob } from './modules/muster/end-muster.ts'
import { noticeQueue } from './modules/notifications/tell-people.ts'
import { textQueue } from './modules/notifications/text-queue.ts'
import { assumeLeftJob } from './modules/presence/assume-left.ts'
import { overdueJob } from './modules/presence/tell-overdue.ts'
import { retentionJob } from './modules/privacy/apply-retention.ts'
import { reportMailsJob } from './modules/reports/queue-mails.ts'
import { countDaysJob } from './modules/sites/day-counts.ts'
import { webhookQueue } from './modules/webhooks/attempt.ts'
import type { PhotoStore } from './storage/photos.ts'
import type { TextGateway } from './text/text-gateway.ts'
import type { Database } from './db/client.ts'
import { lifecycle as accessLog } from './modules/access-log/lifecycle.ts'
import { lifecycle as auth } from './modules/auth/lifecycle.ts'
import { mails as authMails } from './modules/auth/mails.ts'
import { lifecycle as bans } from './modules/bans/lifecycle.ts'
import { lifecycle as board } from './modules/board/lifecycle.ts'
import { lifecycle as checkIn } from './modules/check-in/lifecycle.ts'
import { lifecycle as devices } from './modules/devices/lifecycle.ts'
import { lifecycle as kiosk } from './modules/kiosk/lifecycle.ts'
import { mails as meMails } from './modules/me/mails.ts'
import { lifecycle as muster } from './modules/muster/lifecycle.ts'
import { mails as musterMails } from './modules/muster/mails.ts'
import type { ComposeMail } from './modules/notifications/account-mail.ts'
import { lifecycle as notifications } from './modules/notifications/lifecycle.ts'
import { mails as notificationMails } from './modules/notifications/mails.ts'
import { lifecycle as common } from './modules/privacy/lifecycle.ts'
import { lifecycle as readings } from './modules/readings/lifecycle.ts'
import { lifecycle as reports } from './modules/reports/lifecycle.ts'
import { mails as reportMails } from './modules/reports/mails.ts'
import { lifecycle as rollups } from './modules/rollups/lifecycle.ts'
import { lifecycle as methods } from './modules/sign-in-methods/lifecycle.ts'
import { lifecycle as users } from './modules/users/lifecycle.ts'
import { mails as userMails } from './modules/users/mails.ts'
import { lifecycle as rateLimits } from './rate-limits/lifecycle.ts'

/** How each type of email is composed. A type without a composer does not compile. */
export const mails: Record<MailType, ComposeMail> = {
  ...authMails,
  ...meMails,
  ...musterMails,
  ...notificationMails,
  ...reportMails,
  ...userMails,
}

/** In the order of an erasure: users are last, because other steps look up the account. */
const lifecycles: readonly Lifecycle[] = [
  checkIn,
  accessLog,
  bans,
  muster,
  notifications,
  readings,
  reports,
  common,
  auth,
  users,
  board,
  devices,
  kiosk,
  methods,
  rateLimits,
  rollups,
]

export const purgeRules: readonly PurgeRule[] = lifecycles.flatMap(({ expires = [] }) => expires)

/** How each class of personal data is removed, in order. */
export const retentionSteps: readonly RetentionStep[] = lifecycles
  .flatMap(({ retention = [] }) => retention)
  .toSorted((a, b) => retentionClasses.indexOf(a.class) - retentionClasses.indexOf(b.class))

/** What is stored about one person, and how it is erased. */
export const personSteps: readonly PersonStep[] = lifecycles.flatMap(({ person = [] }) => person)

interface JobParts {
  keys: Pick<Keys, 'logDigests'>
  photos: Pick<PhotoStore, 'remove'>
  /** The folder of emails that were not sent to a server. */
  outboxFolder: string
  sendsMail: boolean
}

/** The jobs of every node. Due reports wait until emails can be sent. */
export const createJobs = ({ keys, photos, outboxFolder, sendsMail }: JobParts): readonly Job[] => [
  purgeJob(purgeRules),
  retentionJob({ steps: retentionSteps, scopeOf: clientScope, photos }),
  oldMailsJob(outboxFolder),
  foldJob,
  chainJob(keys.logDigests),
  headsJob,
  countDaysJob,
  silentDevicesJob(),
  forgottenMustersJob,
  overdueJob,
  assumeLeftJob,
  ...(sendsMail ? [reportMailsJob] : []),
]

interface QueueParts {
  db: Database
  installation: InstallationScope
  clock: () => Date
  keys: Pick<Keys, 'links' | 'accessPins' | 'webhooks'>
  mailer: Mailer
  images: Pick<PhotoStore, 'findImage'>
  /** Undefined where the installation sends no text messages. */
  gateway: TextGateway | undefined
  destinations: Destinations
  publicUrl: string
}

export const createQueues = ({ keys, destinations, ...parts }: QueueParts) =>
  ({
    mail: mailQueue({ ...parts, mails, links: keys.links, pins: keys.accessPins }),
    webhook: webhookQueue({ ...parts, cipher: keys.webhooks, destinations }),
    notice: noticeQueue({ ...parts, scopeOf: clientScope }),
    text: textQueue(parts),
  }) satisfies Record<string, Queue>
