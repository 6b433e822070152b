/**
 * Loaded into a server before its program, for requests to REPORT_PORT. `/memory` returns the
 * process's memory. `/hold` returns the longest block of the event loop since the last request, in
 * milliseconds: in wall-clock time, which includes other processes, and in processor time of the
 * thread.
 */
import { createServer } from 'node:http'
import { memoryUsage, threadCpuUsage } from 'node:process'

const INTERVAL_MS = 1
const longest = { byClock: 0, processor: 0 }
let isWatching = false

/**
 * Starts with the first request, because its garbage would count in the memory of an idle server.
 */
function watch(): void {
  if (isWatching) return
  isWatching = true
  let last = { at: performance.now(), processor: usedMs() }
  setInterval(() => {
    const now = { at: performance.now(), processor: usedMs() }
    longest.byClock = Math.max(longest.byClock, now.at - last.at - INTERVAL_MS)
    longest.processor = Math.max(longest.processor, now.processor - last.processor)
    last = now
  }, INTERVAL_MS).unref()
}

createServer((request, response) => {
  if (request.url === '/memory') {
    response.end(JSON.stringify(memoryUsage()))
    return
  }
  watch()
  response.end(JSON.stringify(longest))
  Object.assign(longest, { byClock: 0, processor: 0 })
})
  .listen(Number(process.env['REPORT_PORT']), '127.0.0.1')
  .unref()

function usedMs(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}
