import { expect, it } from 'vitest'
import { fuzzSeed } from './fuzz/fuzz-endpoint.ts'
import { expectUnharmed, sendMutatedFrames, startAttackedNode, storm } from './socket-attacks.ts'

it(
  `mutated frames and a storm of connections do no harm (FUZZ_SEED=${fuzzSeed})`,
  { timeout: 120_000 },
  async () => {
    await using node = await startAttackedNode('attacked', 10)
    await sendMutatedFrames(node, { frames: 3000, seed: fuzzSeed })
    await expectUnharmed(node)
    for (const seconds of await storm(node, 80)) expect(seconds).toBeLessThan(30)
    await expectUnharmed(node)
  },
)
