import { expect, test } from 'vitest'
import {
  type ChannelsByEvent,
  channelsByEvent,
  eventsAndChannels,
  exceptionsOf,
} from './channels-by-event.ts'

test.each<[string, ChannelsByEvent | undefined, ChannelsByEvent]>([
  ['without own channels, every pair', undefined, { high: ['bell', 'mail'], low: ['bell', 'mail'] }],
  ['own channels, in the order of all', { low: ['mail'] }, { high: ['bell', 'mail'], low: ['mail'] }],
  ['no channel that is not one of all', { low: ['text'] }, { high: ['bell', 'mail'], low: ['bell', 'mail'] }],
  [
    'no event that is not one of all',
    { banned: ['bell'] },
    { high: ['bell', 'mail'], low: ['bell', 'mail'] },
  ],
])('%s', (_, own, expected) => {
  expect(channelsByEvent(['high', 'low'], ['bell', 'mail'], own)).toEqual(expected)
})

test('events and channels are those with a pair, in their order', () => {
  expect(eventsAndChannels({ low: ['mail'], banned: [], high: ['bell', 'mail'] })).toEqual({
    events: ['high', 'low'],
    channels: ['bell', 'mail'],
  })
  expect(eventsAndChannels({})).toEqual({ events: [], channels: [] })
})

test('exceptions are the events with fewer channels', () => {
  expect(exceptionsOf({ low: ['mail'], high: ['bell', 'mail'] })).toEqual({ low: ['mail'] })
  expect(exceptionsOf({ low: ['mail'], high: ['mail'] })).toEqual({})
})
