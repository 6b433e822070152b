import {
  type NotificationEvent,
  notificationEvents,
  isNotificationEvent,
} from '@gatehouse/validation/notification-events'
import type { Language } from '@gatehouse/validation/vocabulary'
import { type EventWords, eventWords } from './event-words.ts'
import type { NoticePayload } from '../../db/outbox.ts'

export interface EventText {
  title: string
  text: string
}

export type ToldEvent = NotificationEvent | 'test'

/** Names and ids by key. `held` is how often the same event was held back before. */
export type EventValues = Record<string, string | undefined>

const MISSING = '–'

/** Replaces `{key}` placeholders. */
export function fillIn(text: string, values: EventValues): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] || MISSING)
}

/** The text of an event in the app, for people who have logged in. */
export function textInside(event: ToldEvent, language: Language, values: EventValues): EventText {
  const { events, test } = eventWords[language]
  return compose(event === 'test' ? test : wordsOf(events[event], values), language, values)
}

/** The text for emails and text messages: no health data, and no name of a visitor. */
export function textOutside(event: ToldEvent, language: Language, values: EventValues): EventText {
  if (event === 'test') return textInside(event, language, values)
  const { events, refused } = eventWords[language]
  const { title, text, outside = text } = wordsOf(events[event], values)
  return compose(
    notificationEvents[event].isAboutHealth ? refused : { title, text: outside },
    language,
    values,
  )
}

/** The text for one, or for several if they are counted. */
function wordsOf(words: EventWords, { count }: EventValues): Omit<EventWords, 'several'> {
  return count === undefined || !words.several ? words : { ...words, ...words.several }
}

function compose({ title, text }: EventText, language: Language, values: EventValues): EventText {
  const held = Number(values['held'] ?? 0)
  const { one, other } = eventWords[language].heldBack
  const more = held === 0 ? [] : [held === 1 ? one : other.replace('{n}', String(held))]
  return { title, text: [fillIn(text, values), ...more].join(' ') }
}

/** The path of the portal page for an event. */
export function pathOf(event: ToldEvent, values: EventValues): string {
  if (event === 'test') return '/home'
  const { siteId = '', method = '' } = values
  switch (notificationEvents[event].page) {
    case 'site':
      return siteId === '' ? '/site_management' : `/site_management/${siteId}`
    case 'board':
      return `/board?${String(new URLSearchParams({ site: siteId }))}`
    case 'bans':
      return `/settings/bans?${String(new URLSearchParams({ ...(siteId !== '' && { site: siteId }), state: 'in_force' }))}`
    case 'method':
      return `/machine_management?${String(new URLSearchParams(method === '' ? { site: siteId, status: 'offline' } : { search: method }))}`
    case 'overdue':
      return `/checked_in_users?${String(new URLSearchParams({ ...(siteId !== '' && { site: siteId }), state: 'overdue' }))}`
    case 'pending_users':
      return '/user_management?status=pending'
    case 'webhooks':
      return '/settings/webhooks'
    case 'access_log':
      return '/access_log'
    case 'privacy':
      return '/settings/audit_log'
    case 'own_visitors':
      return '/my_visitors'
  }
}

export interface Alert {
  event: ToldEvent
  payload: NoticePayload
  /** How often it was held back before. */
  held: string | undefined
}

/**
 * Reads an alert of the outbox.
 * @returns undefined where another version of the program recorded it
 */
export function readAlert({ event, held, ...payload }: Record<string, unknown>): Alert | undefined {
  if (typeof event !== 'string' || (event !== 'test' && !isNotificationEvent(event))) return undefined
  return { event, payload, held: typeof held === 'string' ? held : undefined }
}
