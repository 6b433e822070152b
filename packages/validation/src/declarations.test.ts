import type * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type EndpointDeclaration, errorCodesOf } from './endpoint.ts'
import { endpoints } from './endpoints/all.ts'
import { errorCodes } from './error-codes.ts'
import { isFieldCode } from './field-codes.ts'
import { IfMatchHeaders, ShownMobile } from './fields.ts'

const all: [string, EndpointDeclaration][] = Object.entries(endpoints)

describe('every endpoint', () => {
  it('has an address of its own', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  it.each(all)('%s says who may call it and what it refuses with', (_, endpoint) => {
    expect(endpoint.summary).toMatch(/\.$/)
    for (const code of errorCodesOf(endpoint)) expect(errorCodes[code]).toBeGreaterThanOrEqual(400)
    const parameters = [...endpoint.path.matchAll(/:(\w+)/g)]
    expect(parameters.length > 0).toBe(endpoint.params !== undefined)
  })
  it.each(all)(
    '%s answers 401 exactly where a session is needed, or where one is begun',
    (name, endpoint) => {
      const needsSession = endpoint.access !== 'public' || name === 'login'
      expect(errorCodesOf(endpoint).includes('unauthenticated')).toBe(needsSession)
    },
  )
  it.each(all.filter(([, { list }]) => list && 'site' in list.filters))(
    '%s may refuse its filter by site, as every list does that has one',
    (_, endpoint) => expect(errorCodesOf(endpoint)).toContain('not_found'),
  )
  it('names the client of a row, where it is a list that may be of several clients', () => {
    const nameless = all.filter(
      ([, { list, response }]) =>
        list && !objectsIn(response as v.GenericSchema).some((entries) => 'client_name' in entries),
    )
    expect(nameless.map(([name]) => name).toSorted()).toEqual([
      'listClients',
      'listOwnSessions',
      'listRememberedDevices',
    ])
  })
  it('answers a mobile as its reader may read it, and whether it is masked; only one’s own is plain', () => {
    const plain = all.filter(([, { response }]) => {
      if (typeof response === 'string') return false
      return objectsIn(response).some((entries) =>
        ['mobile', 'tel'].some(
          (name) =>
            name in entries &&
            (unwrapped(entries[name]) !== ShownMobile ||
              !(`${name}_masked` in entries || `${name}Masked` in entries)),
        ),
      )
    })
    expect(plain.map(([name]) => name)).toEqual(['getProfile', 'updateProfile'])
  })
  it('changes a row that two people may edit only by the version that the caller has seen', () => {
    const unguarded = all.filter(
      ([, { method, headers }]) => (method === 'PUT' || method === 'PATCH') && headers !== IfMatchHeaders,
    )
    expect(unguarded.map(([name]) => name).sort()).toEqual(Object.keys(overwritten).sort())
    for (const [name, endpoint] of all)
      expect([name, errorCodesOf(endpoint).includes('changed_meanwhile')]).toEqual([
        name,
        endpoint.headers === IfMatchHeaders || comparedOtherwise.has(name),
      ])
  })
  it.each(all)('%s reads ids and times in the one way that there is for each', (_, endpoint) => {
    for (const part of ['params', 'query', 'headers', 'body'] as const) {
      for (const steps of pipesOf(endpoint[part])) {
        expect(steps.filter((step) => step.startsWith('iso_'))).toEqual([])
        if (steps.includes('uuid')) expect(steps).toContain('to_lower_case')
      }
    }
  })
  it.each(all)('%s refuses with keys that there are, or with sentences of valibot', (_, endpoint) => {
    for (const part of ['params', 'query', 'headers', 'body'] as const)
      expect(
        messagesOf(endpoint[part]).filter((message) => /^\w+$/.test(message) && !isFieldCode(message)),
      ).toEqual([])
  })
})

/** Writes that need no version, each with its reason. */
const overwritten: Record<string, string> = {
  answerVisitor: 'The visitor’s phone shows the last answer, and only the host gives it.',
  changePassword: 'It needs the present password.',
  countBreaches: 'It changes nothing.',
  decideBanException: 'It is decided once; a second decision is refused by its status.',
  enableAllClients: 'It sets one state in many rows, whatever else was edited.',
  enableClients: 'It sets one state in many rows, whatever else was edited.',
  putClientLogo: 'A logo replaces a logo, and the new one is shown.',
  putSitePicture: 'A picture replaces a picture, and the new one is shown.',
  putUserPhoto: 'A picture replaces a picture, and the new one is shown.',
}

/** It has the earlier state in its body. */
const comparedOtherwise = new Set(['orderQuestions'])

interface AnySchema {
  type?: string
  wrapped?: AnySchema
  item?: AnySchema
  options?: AnySchema[]
  entries?: Record<string, AnySchema>
}

const unwrapped = (schema: AnySchema | undefined): unknown =>
  schema?.wrapped ? unwrapped(schema.wrapped) : schema

/** The entries of every object of a schema. */
function objectsIn(schema: v.GenericSchema | AnySchema): Record<string, AnySchema>[] {
  const { wrapped, item, options, entries } = schema as AnySchema
  const inner = [wrapped, item, ...(Array.isArray(options) ? options : []), ...Object.values(entries ?? {})]
  const found = inner.filter((each) => typeof each === 'object').flatMap(objectsIn)
  return entries ? [entries, ...found] : found
}

interface SchemaPart {
  message?: unknown
  pipe?: readonly { type: string }[]
  entries?: Record<string, unknown>
  wrapped?: unknown
  item?: unknown
  key?: unknown
  value?: unknown
  options?: readonly unknown[]
}

/** A schema, and every schema and step within it. */
function partsOf(schema: unknown): SchemaPart[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pipe = [], entries = {}, wrapped, item, key, value, options = [] } = schema as SchemaPart
  const inner = [...pipe, ...Object.values(entries), ...options, wrapped, item, key, value]
  return [schema, ...inner.filter((one) => one !== schema).flatMap(partsOf)]
}

/** The steps of every pipe in a schema, by their types. */
const pipesOf = (schema: unknown) =>
  partsOf(schema).flatMap(({ pipe }) => (pipe ? [pipe.map(({ type }) => type)] : []))

const messagesOf = (schema: unknown) =>
  partsOf(schema).flatMap(({ message }) => (typeof message === 'string' ? [message] : []))
