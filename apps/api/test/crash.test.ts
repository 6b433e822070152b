import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertNothingLostOrDoubled, type Installation, startInstallation } from './check-in-load.ts'

const PER_SECOND = 50
/** How many check-ins are acknowledged before each fault. */
const BEFORE_FAULT = 50
const ROUNDS = 4

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
}, 60_000)
afterAll(() => installation.close(), 60_000)

/** Waits until so many more check-ins are acknowledged. */
async function acknowledged(more: number): Promise<void> {
  const count = () => installation.attempts.filter(({ response }) => response !== undefined).length
  const goal = count() + more
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(goal)
}

it(
  `killed under ${PER_SECOND} check-ins a second – the program, PostgreSQL, one of its processes, both at once – loses and doubles none`,
  { timeout: 120_000 },
  async () => {
    const { killProgram, killDatabase, killBackend, killBoth } = installation
    const faults = [killProgram, killDatabase, killBackend, killBoth]
    for (const fault of faults) {
      const load = installation.send(PER_SECOND)
      await acknowledged(BEFORE_FAULT)
      await fault()
      await load.stop()
    }
    await assertNothingLostOrDoubled(installation)
  },
)

it(
  `with every connection ended ${ROUNDS} times under ${PER_SECOND} check-ins a second, loses and doubles none`,
  { timeout: 60_000 },
  async () => {
    const load = installation.send(PER_SECOND)
    let ended = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await acknowledged(BEFORE_FAULT)
      ended += await installation.endConnections()
    }
    await load.stop()
    expect(ended).toBeGreaterThanOrEqual(ROUNDS)
    await assertNothingLostOrDoubled(installation)
  },
)
