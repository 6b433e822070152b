import { describe, expect, it } from 'vitest'
import { type EndpointDeclaration, errorCodesOf } from './endpoint.ts'
import { endpoints } from './endpoints/all.ts'
import { errorCodes } from './error-codes.ts'

const all: [string, EndpointDeclaration][] = Object.entries(endpoints)

describe('every endpoint', () => {
  it('has an address of its own', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
  it.each(all)('%s says who may call it and what it refuses with', (_, endpoint) => {
    expect(endpoint.summary).toMatch(/\.$/)
    for (const code of errorCodesOf(endpoint)) expect(errorCodes[code].status).toBeGreaterThanOrEqual(400)
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
})
