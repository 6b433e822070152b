import { test as base } from './fixtures.ts'
import { startVenues, type Venues } from './venues.ts'

/** Journeys of guests, with venues made for them as they want them. */
export const test = base.extend<object, { venues: Venues }>({
  venues: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const venues = await startVenues()
      await use(venues)
      await venues.end()
    },
    { scope: 'worker' },
  ],
})
