import { test as base } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** Journeys through a server of their own, which begins empty. */
export const test = base.extend<{ host: string }, { server: OwnServer }>({
  server: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const server = await startOwnServer(`own-${workerIndex}`, {
        BREACH_URL: 'off',
        HOST_LOOKS: 'pulse.localhost=pulse,batbooth.localhost=batbooth',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  /** Under which name the server is called: each look has one. */
  host: ['localhost', { option: true }],
  baseURL: async ({ server, host }, use) => use(server.origin.replace('localhost', host)),
})
