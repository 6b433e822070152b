import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type { EndpointName } from '@gatehouse/validation/endpoints/all'
import fc from 'fast-check'
import { casesOf, fuzzSeed, withFile } from './fuzz-endpoint.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import { asSent, type Sent, type Valid } from './mutations.ts'

/** The request without its query's filters, which exclude rows. */
export function withoutFilters({ query }: EndpointDeclaration, valid: Valid): Valid {
  const { entries = {} } = (query ?? {}) as { entries?: Record<string, { type: string }> }
  const needed = Object.entries(valid.query ?? {}).filter(([name]) => entries[name]?.type !== 'optional')
  return { ...valid, query: query && Object.fromEntries(needed) }
}

/**
 * Requests that the declaration accepts. The first one requests data that an administrator of
 * client A may see.
 */
export function requestsOf(
  name: EndpointName,
  endpoint: EndpointDeclaration,
  fuzz: FuzzWorld,
  count: number,
): Sent[] {
  const { words, paths, examples } = fuzz
  const firstOf = <T>(lists: Partial<Record<string, readonly T[]>>) =>
    Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list?.slice(0, 1)]))
  const known = { words: firstOf(words), paths: firstOf(paths), examples: firstOf(examples) }
  const sampled = (world: FuzzWorld, numRuns: number) =>
    fc.sample(casesOf(name, endpoint, world), { numRuns, seed: fuzzSeed })
  const cases = [...sampled({ ...fuzz, ...known }, 1), ...sampled(fuzz, count - 1)]
  const requests = cases.map(({ valid }) => valid)
  const [first] = requests
  // A filter of the first one may match nothing.
  if (first && endpoint.query && endpoint.method === 'GET') requests.push(withoutFilters(endpoint, first))
  return requests.map((valid) => withFile(asSent(valid), fuzz.files[name]))
}
