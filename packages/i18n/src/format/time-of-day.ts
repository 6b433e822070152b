import type { TimeZone } from './time-zone.ts'

/** `HH:MM` by the clock of a zone, as a time input takes it. It is no text to be read: that one names its zone. */
export function timeOfDayIn(moment: Date, timeZone: TimeZone): string {
  const parts = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(moment)
  const partOf = (type: 'hour' | 'minute') => parts.find((part) => part.type === type)?.value ?? '00'
  return `${partOf('hour')}:${partOf('minute')}`
}
