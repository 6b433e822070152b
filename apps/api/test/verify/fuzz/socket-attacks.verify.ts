import { expect, it } from 'vitest'
import { fuzzSeed } from '../../fuzz/fuzz-endpoint.ts'
import {
  expectUnharmed,
  memoryAddedBy,
  sendMutatedFrames,
  startAttackedNode,
  stallReaders,
  storm,
} from '../../socket-attacks.ts'

const FRAMES = 100_000
const STALLED = 300
const STORM = 2000

it(
  `W3: ${FRAMES} mutated frames crash nothing and leave nothing behind (PROPERTY_SEED=${fuzzSeed})`,
  { timeout: 900_000 },
  async () => {
    await using node = await startAttackedNode('frames', 1)
    // After these first frames, everything is loaded and compiled.
    await sendMutatedFrames(node, { frames: FRAMES / 10, seed: 1 })
    const added = await memoryAddedBy(node, () => sendMutatedFrames(node, { frames: FRAMES, seed: fuzzSeed }))
    await expectUnharmed(node)
    console.log(`W3: ${Math.round(added)} MB more after ${FRAMES} frames`)
    expect(added).toBeLessThan(100)
  },
)

it(
  `W4: ${STALLED} stalled readers are closed, and a storm of ${STORM} is all back within 30 s`,
  { timeout: 600_000 },
  async () => {
    await using node = await startAttackedNode('stalled', STORM / 10 + 1)
    await stallReaders(node, STALLED)
    const added = await memoryAddedBy(node, async () => {
      const seconds = await storm(node, STORM)
      console.log(
        `W4: all there after ${seconds.map((one) => one.toFixed(1)).join(' s, and again after ')} s`,
      )
    })
    await expectUnharmed(node)
    console.log(`W4: ${Math.round(added)} MB more after the storm`)
  },
)
