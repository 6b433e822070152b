/** The thread that draws posters: the answer to an order is the file. See make-poster.ts. */
import { parentPort } from 'node:worker_threads'
import { drawPoster } from './draw-poster.ts'
import { loadFonts } from './fonts.ts'
import type { PosterOrder } from './make-poster.ts'
import { writePoster } from './write-poster.ts'

async function make({ facts, size, format }: PosterOrder): Promise<void> {
  await loadFonts([facts.siteName, facts.methodName])
  const file = await writePoster(drawPoster(facts, size), format)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(file)
}

// What fails ends the thread, and the order with it.
parentPort?.on('message', (order: PosterOrder) => void make(order))
