import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertNothingLostOrDoubled, type Installation, startInstallation } from './check-in-load.ts'

const PER_SECOND = 50
const SECONDS_OF_LOAD = 1.5

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
}, 60_000)
afterAll(() => installation.close(), 60_000)

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))

it(
  `killed under ${PER_SECOND} check-ins a second – the program, PostgreSQL, one of its processes, both at once – loses and doubles none`,
  { timeout: 120_000 },
  async () => {
    const { killProgram, killDatabase, killBackend, killBoth } = installation
    const faults = [killProgram, killDatabase, killBackend, killBoth]
    for (const fault of faults) {
      const load = installation.send(PER_SECOND)
      await seconds(SECONDS_OF_LOAD)
      await fault()
      await load.stop()
    }
    const acknowledged = await assertNothingLostOrDoubled(installation)
    expect(acknowledged).toBeGreaterThan(faults.length * SECONDS_OF_LOAD * PER_SECOND * 0.5)
  },
)

it(
  `with every connection ended each second under ${PER_SECOND} check-ins a second, loses and doubles none`,
  { timeout: 60_000 },
  async () => {
    const before = installation.attempts.length
    const load = installation.send(PER_SECOND)
    let ended = 0
    for (let round = 0; round < 4; round += 1) {
      await seconds(1)
      ended += await installation.endConnections()
    }
    await load.stop()
    expect(ended).toBeGreaterThanOrEqual(4)
    const acknowledged = (await assertNothingLostOrDoubled(installation)) - before
    expect(acknowledged).toBeGreaterThan(4 * PER_SECOND * 0.5)
  },
)
