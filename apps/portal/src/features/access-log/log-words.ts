import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import type { LogEvent, LogResult } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const eventLabels: Record<LogEvent, MessageDescriptor> = {
  in: msg`In`,
  out: msg`Out`,
  refused: msg`Refused`,
  assumed_left: msg`Probably left`,
  corrected: msg`Corrected`,
}

export const resultLabels: Record<LogResult, MessageDescriptor> = {
  ok: msg`OK`,
  banned: msg`Banned`,
  high: msg`High temperature`,
  low: msg`Low temperature`,
  failed_answer: msg`Failed answer`,
}

export const sourceLabels: Record<LogEntry['source'], MessageDescriptor> = {
  phone: msg`Phone`,
  kiosk: msg`Kiosk`,
  device: msg`Device`,
  staff: msg`By staff`,
}

export const kindLabels: Record<LogEntry['kind'], MessageDescriptor> = {
  visitor: msg`Visitor`,
  user: msg`Staff`,
}

/** The options of a filter, in the order of their labels. */
export function optionsOf<Value extends string>(labels: Record<Value, MessageDescriptor>) {
  return Object.entries<MessageDescriptor>(labels).map(([value, label]) => ({ value, label }))
}
