import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertNothingLostOrDoubled, type Installation, startInstallation } from '../../check-in-load.ts'

const ACKNOWLEDGED = 10_000
const PER_SECOND = 200
const SECONDS_BETWEEN_FAULTS = 4

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
}, 60_000)
afterAll(() => installation.close(), 60_000)

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
const acknowledged = () => installation.attempts.filter(({ response }) => response !== undefined).length

it(
  `of at least ${ACKNOWLEDGED} check-ins acknowledged between kills of program and database none is lost or doubled`,
  { timeout: 900_000 },
  async () => {
    const { killProgram, killDatabase, killBackend, killBoth } = installation
    const faults = [killProgram, killDatabase, killBackend, killBoth]
    let kills = 0
    while (acknowledged() < ACKNOWLEDGED) {
      const load = installation.send(PER_SECOND)
      await seconds(SECONDS_BETWEEN_FAULTS)
      await faults[kills % faults.length]?.()
      await load.stop()
      kills += 1
    }
    const count = await assertNothingLostOrDoubled(installation)
    console.log(`${count} acknowledged of ${installation.attempts.length} through ${kills} kills`)
    expect(count).toBeGreaterThanOrEqual(ACKNOWLEDGED)
  },
)

it(
  'with every connection ended each second for a minute none is lost or doubled',
  { timeout: 300_000 },
  async () => {
    const before = installation.attempts.length
    const load = installation.send(PER_SECOND)
    let ended = 0
    for (let round = 0; round < 60; round += 1) {
      await seconds(1)
      ended += await installation.endConnections()
    }
    await load.stop()
    const count = (await assertNothingLostOrDoubled(installation)) - before
    console.log(
      `${count} acknowledged at once of ${installation.attempts.length - before}, ${ended} connections ended`,
    )
    expect(count).toBeGreaterThan(60 * PER_SECOND * 0.5)
  },
)
