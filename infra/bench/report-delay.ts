/**
 * Loaded into a server before its program. A request to LOOP_DELAY_PORT answers by how many milliseconds the event loop was late at most
 * since the request before.
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
createServer((_, response) => {
  response.end(String(delay.max / 1e6))
  delay.reset()
})
  .listen(Number(process.env['LOOP_DELAY_PORT']), '127.0.0.1')
  .unref()
