import { setImmediate } from 'node:timers'
import { setImmediate as others } from 'node:timers/promises'

const LONGEST_MS = 8

let began: number | undefined

/** When the work of this turn of the event loop began. All who take turns share its time, whether they follow each other or run at once. */
function startOfTurn(): number {
  if (began === undefined) {
    began = performance.now()
    setImmediate(() => {
      began = undefined
    })
  }
  return began
}

/** Passes the items on, and lets other requests run now and then, so that none waits for all of them. */
export async function* takeTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  startOfTurn()
  for await (const item of items) {
    yield item
    if (performance.now() - startOfTurn() >= LONGEST_MS) await others()
  }
}

/** Passes the items on in parts, and takes turns as well. */
export async function* takeParts<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, at) => at * size)
  for await (const from of takeTurns(starts)) yield items.slice(from, from + size)
}
