import { describe, it } from 'vitest'
import { findFaultsOfSimulation } from './simulation-bench.ts'

/** Rules without waits. The verification has all of them, and a device that breaks each. */
const names = [
  'it pairs with the code that is typed, then says hello with its token, and sends only messages of the protocol',
  'hello is its first message, with the same token and boot_id until it starts anew',
  'an event whose answer is lost is sent again, with everything else the same but sent_at',
  'what happens without a network is kept, and sent in order',
  'commands are done; after a restart there is another boot_id, and events are still there',
]

describe.concurrent('the simulated device keeps the rule', () => {
  it.for(names)('%s', async (name, { expect }) => {
    expect(await findFaultsOfSimulation([name])).toEqual([undefined])
  })
})
