import {
  type ChosenEvent,
  type NotificationChannel,
  notificationChannels,
  notificationEventNames,
} from './notification-events.ts'

/** The channels of each event that a recipient gets. */
export type ChannelsByEvent = { [Event in ChosenEvent]?: NotificationChannel[] }

/** Every event by its own channels, if it has some of `channels`, else by all of them. */
export const channelsByEvent = (
  events: readonly ChosenEvent[],
  channels: readonly NotificationChannel[],
  own: ChannelsByEvent | undefined,
): ChannelsByEvent =>
  Object.fromEntries(
    events.map((event) => {
      const some = channels.filter((channel) => own?.[event]?.includes(channel))
      return [event, some.length > 0 ? some : [...channels]]
    }),
  )

/** The events with a channel, and the channels with an event. */
export const eventsAndChannels = (pairs: ChannelsByEvent) => ({
  events: notificationEventNames.filter((event) => (pairs[event] ?? []).length > 0),
  channels: notificationChannels.filter((channel) =>
    Object.values(pairs).some((channels) => channels.includes(channel)),
  ),
})

/** The events that lack a channel that another one has. */
export const exceptionsOf = (pairs: ChannelsByEvent): ChannelsByEvent => {
  const all = eventsAndChannels(pairs).channels.length
  return Object.fromEntries(Object.entries(pairs).filter(([, channels]) => channels.length < all))
}
