import { findFault, rules } from '@gatehouse/devices/conformance'
import { describe, it } from 'vitest'
import { gatewayBench } from '../../../test/gateway-bench.ts'

/**
 * These wait for a timeout or for a limit to refill, so they run only in the full verification,
 * together with gateways that break each rule.
 */
const waiting = [
  'a connection without a hello ends',
  'a connection without a sign of life ends',
  'readings are limited, and one too many is accepted later',
]

const gateway = gatewayBench()

describe.concurrent('the gateway keeps the rule', () => {
  it.for(rules.filter(({ name }) => !waiting.includes(name)))('$name', async (rule, { expect }) => {
    expect(await findFault(rule, gateway.bench())).toBeUndefined()
  })
})
