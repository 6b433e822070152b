import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * When a connection is cut: before the server gets the request, after that, or during the response.
 */
export type Moment = 'before the server has it' | 'before the answer' | 'within the answer'

export interface CuttingProxy {
  url: string
  /** Cuts all further sign-ins at this moment; undefined lets them through. */
  cut(moment: Moment | undefined): void
  /** Answers a path itself; undefined returns it to the server. */
  answer(path: string, body: string | undefined): void
  /** The idempotency keys of the sent sign-ins, in order. */
  keys: string[]
  close(): Promise<void>
}

/** A proxy between a browser and the server that can cut a connection. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const own = new Map<string, string>()
  const keys: string[] = []
  let moment: Moment | undefined

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    const isSignIn = method === 'POST' && url === '/api/checkin'
    if (isSignIn) keys.push(String(headers['idempotency-key']))
    const cutting = isSignIn ? moment : undefined
    if (cutting === 'before the server has it') return request.socket.destroy()
    const onward = ask({ hostname, port, method, path: url, headers }, (answer) => {
      if (cutting === undefined) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(response)
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      return answer.on('end', () => {
        if (cutting === 'before the answer') return request.socket.destroy()
        const body = Buffer.concat(chunks)
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length })
        return response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
      })
    })
    onward.on('error', () => request.socket.destroy())
    return request.pipe(onward)
  }

  const server = createServer((request, response) => {
    const body = own.get(request.url ?? '')
    if (body === undefined) return pass(request, response)
    return response
      .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    keys,
    cut: (next) => (moment = next),
    answer: (path, body) => void (body === undefined ? own.delete(path) : own.set(path, body)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
