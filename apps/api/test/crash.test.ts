import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertNothingLostOrDoubled, type Installation, startInstallation } from './check-in-load.ts'

const PER_SECOND = 50
/** How many check-ins are acknowledged before the kill. */
const BEFORE_KILL = 30

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.close())

it('killed under load, the program loses and doubles no check-in', async () => {
  const load = installation.send(PER_SECOND)
  const acknowledged = () => installation.attempts.filter(({ response }) => response !== undefined).length
  await expect.poll(acknowledged).toBeGreaterThanOrEqual(BEFORE_KILL)
  await installation.killProgram()
  await load.stop()
  await assertNothingLostOrDoubled(installation)
})
