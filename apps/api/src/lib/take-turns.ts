import { setImmediate as others } from 'node:timers/promises'

const LONGEST_MS = 8

/** Passes the items on, and lets other requests run now and then, so that none waits for all of them. */
export async function* takeTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - began < LONGEST_MS) continue
    await others()
    began = performance.now()
  }
}
