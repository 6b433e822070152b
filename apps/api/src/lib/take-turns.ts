import { setImmediate } from 'node:timers'
import { setImmediate as others } from 'node:timers/promises'

const LONGEST_MS = 8

let began: number | undefined

/**
 * The start of the work in this tick of the event loop. All users of this file share its time, one
 * after the other or concurrently.
 */
function startOfTurn(): number {
  if (began === undefined) {
    began = performance.now()
    setImmediate(() => {
      began = undefined
    })
  }
  return began
}

/** Passes the items on, and yields to the event loop now and then, for other requests. */
export async function* takeTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  startOfTurn()
  for await (const item of items) {
    yield item
    if (performance.now() - startOfTurn() >= LONGEST_MS) await others()
  }
}

/** Passes the items on in parts, and yields to the event loop as well. */
export async function* takeParts<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, at) => at * size)
  for await (const from of takeTurns(starts)) yield items.slice(from, from + size)
}
