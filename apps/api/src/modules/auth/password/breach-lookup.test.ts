import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { countIn, createBreachLookup } from './breach-lookup.ts'

const rare = 'tv8Kq2mZ-estuary'
const common = 'password1'
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const suffixOf = (password: string) => sha1(password).slice(5)

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  server = undefined
})

/** A range service on the loopback. @returns its base URL */
async function serve(respond: RequestListener): Promise<string> {
  server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`
}

const padding = Array.from({ length: 40 }, (_, index) => `${sha1(`padding ${index}`).slice(5)}:0`)

const lookUp = (url: string | undefined, password: string) => createBreachLookup({ url }).count(password)

describe('a range service that is up', () => {
  it('gets five digits of the hash and nothing else, and is asked for padding', async () => {
    const seen: { url: string | undefined; headers: string; body: string }[] = []
    const url = await serve((request, response) => {
      const { url: path, headers } = request
      request.setEncoding('utf8').on('data', (body: string) => seen.push({ url: path, headers: '', body }))
      seen.push({ url: path, headers: JSON.stringify(headers), body: '' })
      response.end([...padding, `${suffixOf(rare)}:17`].join('\r\n'))
    })
    expect(await createBreachLookup({ url }).count(rare)).toEqual({ count: 17, source: 'service' })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.url).toBe(`/range/${sha1(rare).slice(0, 5)}`)
    expect(seen[0]?.headers).toContain('"add-padding":"true"')
    expect(JSON.stringify(seen)).not.toContain(suffixOf(rare))
  })
  it('does not make a password breached by padding with its suffix, which counts 0', async () => {
    const url = await serve((_, response) => response.end([...padding, `${suffixOf(rare)}:0`].join('\r\n')))
    expect((await lookUp(url, rare)).count).toBe(0)
  })
  it('may send small letters, no last line break, or nothing at all', async () => {
    const url = await serve((_, response) => response.end(`${suffixOf(rare).toLowerCase()}:3\n`))
    expect((await lookUp(url, rare)).count).toBe(3)
  })
  it('need not contain the most common passwords', async () => {
    const url = await serve((_, response) => response.end(padding.join('\r\n')))
    expect(await lookUp(url, common)).toMatchObject({ count: 1, source: 'bundled' })
    expect(await lookUp(url, rare)).toMatchObject({ count: 0, source: 'service' })
  })
  it('is believed where it knows a common password itself', async () => {
    const url = await serve((_, response) => response.end(`${suffixOf(common)}:2401761`))
    expect(await lookUp(url, common)).toMatchObject({ count: 2_401_761, source: 'service' })
  })
})

describe('a range service that fails', () => {
  const failures: [string, RequestListener][] = [
    ['is broken', (_, response) => response.writeHead(500).end('oops')],
    ['wants nobody', (_, response) => response.writeHead(429).end()],
    ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['breaks off', (_, response) => response.write(`${suffixOf(common)}:9`, () => response.destroy())],
    ['sends a page', (_, response) => response.end('<!doctype html><title>Portal login</title>')],
    ['lies in numbers', (_, response) => response.end(`${suffixOf(rare)}:-5\r\n${suffixOf(rare)}:1e9`)],
    ['lies in digits', (_, response) => response.end(`${suffixOf(rare)}:99999999999999999999`)],
    ['lies in suffixes', (_, response) => response.end(`${sha1(rare)}:5`)],
    ['sends nothing but noise', (_, response) => response.end(Buffer.alloc(4000, 0xff))],
    ['is not there', (request) => request.socket.destroy()],
  ]
  it.each(failures)('and %s: the bundled list decides', async (_, respond) => {
    const url = await serve(respond)
    expect(await lookUp(url, common)).toMatchObject({ count: 1, source: 'bundled' })
    expect(await lookUp(url, rare)).toMatchObject({ count: 0, source: 'bundled' })
  })
  it('and does not respond is not waited for', async () => {
    const url = await serve(() => {})
    expect(await lookUp(url, common)).toEqual({ count: 1, source: 'bundled' })
  })
  it('and trickles its response is not waited for', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write(`${padding[0]}\r\n`), 100)
      response.on('close', () => clearInterval(timer))
    })
    expect(await lookUp(url, rare)).toEqual({ count: 0, source: 'bundled' })
  })
  it('and sends without end is cut off', async () => {
    const block = `${padding.join('\r\n')}\r\n`.repeat(50)
    const url = await serve((_, response) => {
      const more = () => {
        if (response.writable && response.write(block)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(await lookUp(url, common)).toEqual({ count: 1, source: 'bundled' })
  })
  it('is left alone for a while', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      response.writeHead(503).end()
    })
    let away = 0
    const lookup = createBreachLookup({ url, onUnavailable: () => (away += 1) })
    for (let time = 0; time < 5; time += 1)
      expect(await lookup.count(common)).toEqual({ count: 1, source: 'bundled' })
    expect({ asked, away }).toEqual({ asked: 1, away: 1 })
  })
  it('is not called where the look-up is off', async () => {
    expect(await lookUp(undefined, common)).toEqual({ count: 1, source: 'bundled' })
  })
})

it('counts the largest of equal lines', () => {
  expect(countIn(`${suffixOf(rare)}:2\n${suffixOf(rare)}:5`, suffixOf(rare))).toBe(5)
  expect(countIn('', suffixOf(rare))).toBe(0)
  expect(() => countIn('nonsense', suffixOf(rare))).toThrow()
})
