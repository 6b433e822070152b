import { serverLimits } from '@gatehouse/validation/limits'
import fc from 'fast-check'
import { nastyValues } from './texts.ts'

/** A request to send. */
export interface Sent {
  params: Record<string, string>
  /** Names and values; a name can occur more than once. */
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: Uint8Array | undefined
}

/** The parts of a request that a schema accepts. */
export interface Valid {
  params: Record<string, string> | undefined
  query: Record<string, string> | undefined
  headers: Record<string, string> | undefined
  body: Record<string, unknown> | undefined
}

/** A change of a valid request. */
export interface Mutation {
  name: string
  /** No endpoint may accept the result, even if its schema does. */
  mustReject: boolean
  apply(sent: Sent, valid: Valid): Sent
}

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(JSON.stringify(value))

export function asSent({ params = {}, query = {}, headers = {}, body }: Valid): Sent {
  return {
    params,
    query: Object.entries(query),
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && json(body),
  }
}

/** Replaces the leaf with this index, modulo the number of leaves. */
function replaceLeaf(value: unknown, index: number, replacement: unknown): unknown {
  const paths = leavesOf(value)
  const path = paths[index % paths.length] ?? []
  return replaceAt(value, path, replacement)
}

function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...path, name]))
  return inner.length === 0 ? [path] : inner
}

function replaceAt(value: unknown, path: string[], replacement: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaceAt(item, rest, replacement) : item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === name ? replaceAt(item, rest, replacement) : item,
    ]),
  )
}

/** A placeholder for JSON that can't be written as a value. */
const MARK = 'here comes the depth'

/** The depth of nested objects just within the limit of a body. */
const DEEPEST = 10_000

const nestedText = (depth: number, isArray: boolean) =>
  isArray ? `${'[['.repeat(depth)}1${']]'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const nasty = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const withBody = (
  name: string,
  mustReject: boolean,
  change: (body: Record<string, unknown>) => Uint8Array,
): Mutation => ({
  name,
  mustReject,
  apply: (sent, { body }) => (body ? { ...sent, body: change(body) } : sent),
})

const inBody: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .tuple(fc.nat(50), nasty)
    .map(([leaf, value]) => withBody('a leaf', false, (body) => json(replaceLeaf(body, leaf, value)))),
  nasty.map((value) => withBody('the body', false, () => json(value))),
  fc.nat(20).map((index) =>
    withBody('one field less', false, (body) => {
      const names = Object.keys(body)
      const gone = names[index % names.length]
      return json(Object.fromEntries(Object.entries(body).filter(([name]) => name !== gone)))
    }),
  ),
  fc
    .tuple(fc.constantFrom('extra', 'toString', 'valueOf', 'hasOwnProperty', '$where', '', ' ', 'ID'), nasty)
    .map(([name, value]) => withBody('a field more', true, (body) => json({ ...body, [name]: value }))),
  fc
    .constantFrom('__proto__', '\\u005f_proto__')
    .map((name) =>
      withBody('a prototype', true, (body) =>
        bytes(
          Array.isArray(body)
            ? `[{"${name}":{}}]`
            : JSON.stringify(body).replace(/\}$/, `${Object.keys(body).length > 0 ? ',' : ''}"${name}":{}}`),
        ),
      ),
    ),
  fc
    .tuple(fc.nat(50), fc.constantFrom('\u0000', '\ud800', '\udc00', 'a\u0000b', '\udc00\ud800'))
    .map(([leaf, text]) =>
      withBody('text that cannot be kept', true, (body) => json(replaceLeaf(body, leaf, text))),
    ),
  fc
    .tuple(fc.nat(50), fc.constantFrom(serverLimits.jsonDepth + 1, 200, DEEPEST), fc.boolean())
    .map(([leaf, depth, isArray]) =>
      withBody('depth', true, (body) =>
        bytes(JSON.stringify(replaceLeaf(body, leaf, MARK)).replace(`"${MARK}"`, nestedText(depth, isArray))),
      ),
    ),
  fc
    .constantFrom(1, 2, 7)
    .map((missing) => withBody('an end too early', true, (body) => json(body).slice(0, -missing))),
  fc
    .constantFrom([0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xf5])
    .map((wrong) =>
      withBody('no UTF-8', true, (body) =>
        Uint8Array.from([...json({ ...body, [MARK]: 1 }), 0x20, ...wrong]),
      ),
    ),
  fc.constant(withBody('no bytes', true, () => new Uint8Array())),
)

const inHeaders: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
      'application/jsonp',
    )
    .map((type) => withHeader('content-type', type, true)),
  fc.constantFrom('gzip', 'br', 'x').map((coding) => withHeader('content-encoding', coding, true)),
  fc
    .tuple(
      fc.constantFrom(
        'accept-language',
        'if-none-match',
        'cookie',
        'x-user-active',
        'x-client-id',
        'sec-fetch-site',
        'user-agent',
        'origin',
      ),
      fc.oneof(
        fc.constantFrom('', '*', '"', ';;,,', '%', '__Host-gatehouse=%zz; gatehouse-device=~.~', 'W/"x"'),
        headerText(),
      ),
    )
    .map(([name, value]) => withHeader(name, value, false)),
  fc
    .oneof(fc.constantFrom('', 'x', ','), headerText())
    .map((value) => withHeader('idempotency-key', value, false)),
)

function headerText(): fc.Arbitrary<string> {
  const letters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  return fc.string({ unit: fc.constantFrom(...letters, 'é', 'ÿ'), maxLength: 300 })
}

/** Without a body its headers have no meaning. */
function withHeader(name: string, value: string, isOfBody: boolean): Mutation {
  return {
    name: `the header ${name}`,
    mustReject: isOfBody,
    apply: (sent) =>
      isOfBody && !sent.body ? sent : { ...sent, headers: { ...sent.headers, [name]: value } },
  }
}

const queryText = fc.oneof(
  fc.constantFrom('', '%', '\u0000', "'", '9'.repeat(400), '-1', '1e3', '٣'),
  fc.string({ unit: 'binary' }),
)

const inUrl: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(20), queryText).map(([index, text]) => ({
    name: 'a value of the query',
    mustReject: false,
    apply: (sent: Sent) => ({
      ...sent,
      query: sent.query.map(([name, value], at): [string, string] => [
        name,
        at === index % sent.query.length ? text.toWellFormed() : value,
      ]),
    }),
  })),
  fc
    .tuple(fc.constantFrom('extra', '__proto__', 'toString', 'page[]', ''), queryText)
    .map(([name, text]) => ({
      name: 'a name more in the query',
      mustReject: false,
      apply: (sent: Sent) => ({
        ...sent,
        query: [...sent.query, [name, text.toWellFormed()] as [string, string]],
      }),
    })),
  fc.constant<Mutation>({
    name: 'a query twice',
    mustReject: false,
    apply: (sent) => ({ ...sent, query: [...sent.query, ...sent.query] }),
  }),
  fc
    .oneof(
      fc.constantFrom('.', '..', 'x'.repeat(500), '%', '\u0000', '0', 'null', '*', "'"),
      fc.string({ unit: 'binary', minLength: 1 }),
    )
    .map((text) => ({
      name: 'a parameter',
      mustReject: false,
      apply: (sent: Sent) => ({
        ...sent,
        params: Object.fromEntries(Object.keys(sent.params).map((name) => [name, text.toWellFormed()])),
      }),
    })),
)

export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: inBody },
  { weight: 2, arbitrary: inHeaders },
  { weight: 2, arbitrary: inUrl },
)
