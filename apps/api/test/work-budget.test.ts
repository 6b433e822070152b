import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fillings, hasCollection } from './work-budget/collections.ts'
import { largestWithin, sizeOf, type Words } from './work-budget/largest-value.ts'

const all = Object.entries<EndpointDeclaration>(endpoints)

it('of each response with a list it is known what is largest', () => {
  const listing = all.filter(([, endpoint]) => hasCollection(endpoint)).map(([name]) => name)
  expect(Object.values(fillings).flat().toSorted()).toEqual(listing.toSorted())
})

/** Texts that no schema can generate. Verification takes the ids of rows. */
const words: Words = { url: ['https://receiver.example/'], accent: ['#015c5d'], on_accent: ['#ffffff'] }

it.each(
  all.flatMap(([name, { body, bodyBytes = serverLimits.jsonBodyBytes }]) =>
    body ? [[name, body, bodyBytes] as const] : [],
  ),
)('the largest body of %s is accepted by its declaration, and fits', (_, schema, bytes) => {
  const body = largestWithin(schema, words, bytes)
  expect(sizeOf(body)).toBeLessThanOrEqual(bytes)
  expect(v.safeParse(schema, body).issues?.[0]?.message).toBeUndefined()
})
