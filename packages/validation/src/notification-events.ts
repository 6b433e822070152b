/**
 * Who gets an event in notifications by default: people with a right at its site. `host`: the
 * person whom a visitor named. `nobody`: only entered recipients.
 */
export type NotificationAudience = 'staff' | 'managers' | 'admins' | 'approvers' | 'host' | 'nobody'

export type NotificationPage =
  | 'site'
  | 'board'
  | 'bans'
  | 'method'
  | 'overdue'
  | 'pending_users'
  | 'webhooks'
  | 'privacy'
  | 'access_log'
  | 'own_visitors'

export const notificationLevels = ['danger', 'warning', 'info'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

export interface NotificationDeclaration {
  level: NotificationLevel
  icon:
    | 'ban'
    | 'thermometer'
    | 'answer'
    | 'device'
    | 'pressure'
    | 'clock'
    | 'muster'
    | 'person'
    | 'webhook'
    | 'shield'
  audience: NotificationAudience
  page: NotificationPage
  /** The event reveals something about health. Emails and texts only say that it was refused. */
  isAboutHealth?: boolean
  /** Everyone of the audience gets it in the app: people may be in danger. Entries add channels. */
  isAlwaysInBell?: boolean
  /** People must act at once: neither quiet hours nor a repeat limit holds it back. */
  isUrgent?: boolean
  /** Recipients of this event get it too. It can't be chosen separately. */
  comesWith?: ChosenEvent
}

export const notificationEventNames = [
  'banned',
  'ban_exception',
  'high',
  'low',
  'failed_answer',
  'stored_refused',
  'device_offline',
  'device_back',
  'device_copied',
  'low_pressure',
  'filter_cartridge',
  'overdue',
  'muster_started',
  'drill_started',
  'muster_ended',
  'muster_forgotten',
  'approval_waiting',
  'site_reopened',
  'webhook_failing',
  'retention_done',
  'log_head',
  'visitor_arrived',
] as const
export type ChosenEvent = (typeof notificationEventNames)[number]

/** The events that people are notified about. */
export type NotificationEvent = ChosenEvent | 'possible_ban_match' | 'admitted_after_refusal'

/**
 * The portal shows these events in notifications and on its page of recipients, the API chooses who
 * is notified by them, and `docs/notifications.md` lists them. Their texts are in the API, because
 * emails have them too.
 */
export const notificationEvents: Record<NotificationEvent, NotificationDeclaration> = {
  banned: { level: 'danger', icon: 'ban', audience: 'staff', page: 'site' },
  possible_ban_match: {
    level: 'warning',
    icon: 'ban',
    audience: 'staff',
    page: 'site',
    comesWith: 'banned',
  },
  ban_exception: { level: 'warning', icon: 'ban', audience: 'managers', page: 'bans' },
  high: { level: 'danger', icon: 'thermometer', audience: 'staff', page: 'site', isAboutHealth: true },
  low: { level: 'warning', icon: 'thermometer', audience: 'staff', page: 'site', isAboutHealth: true },
  failed_answer: { level: 'danger', icon: 'answer', audience: 'staff', page: 'site', isAboutHealth: true },
  admitted_after_refusal: {
    level: 'warning',
    icon: 'answer',
    audience: 'staff',
    page: 'site',
    comesWith: 'failed_answer',
  },
  stored_refused: { level: 'danger', icon: 'person', audience: 'staff', page: 'site', isAlwaysInBell: true },
  device_offline: { level: 'warning', icon: 'device', audience: 'managers', page: 'method' },
  device_back: { level: 'info', icon: 'device', audience: 'managers', page: 'method' },
  device_copied: { level: 'danger', icon: 'device', audience: 'managers', page: 'method' },
  low_pressure: { level: 'warning', icon: 'pressure', audience: 'managers', page: 'method' },
  filter_cartridge: { level: 'warning', icon: 'pressure', audience: 'managers', page: 'method' },
  overdue: { level: 'warning', icon: 'clock', audience: 'staff', page: 'overdue' },
  muster_started: { level: 'danger', icon: 'muster', audience: 'staff', page: 'board', isUrgent: true },
  drill_started: { level: 'info', icon: 'muster', audience: 'staff', page: 'board' },
  muster_ended: { level: 'info', icon: 'muster', audience: 'staff', page: 'board' },
  muster_forgotten: { level: 'warning', icon: 'muster', audience: 'staff', page: 'board' },
  approval_waiting: { level: 'info', icon: 'person', audience: 'approvers', page: 'pending_users' },
  site_reopened: { level: 'warning', icon: 'person', audience: 'managers', page: 'site' },
  webhook_failing: { level: 'warning', icon: 'webhook', audience: 'admins', page: 'webhooks' },
  retention_done: { level: 'info', icon: 'shield', audience: 'nobody', page: 'privacy' },
  log_head: { level: 'info', icon: 'shield', audience: 'nobody', page: 'access_log' },
  visitor_arrived: { level: 'info', icon: 'person', audience: 'host', page: 'own_visitors' },
}

export function isNotificationEvent(text: string): text is NotificationEvent {
  return Object.hasOwn(notificationEvents, text)
}

export const notificationChannels = ['bell', 'mail', 'text'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
