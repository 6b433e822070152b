import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import { admissionRule, createAdmission, nextPermits, waitTooLong } from './admission.ts'

const { boundMs, timesAlone, fewest, most, stepMs, windowMs } = admissionRule
const somebody = { group: 'a client', member: 'a person' }

describe('check-ins', () => {
  const waits = fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { maxLength: 60 })
  const tenthOf = (all: number[]) =>
    all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.9)] ?? 0

  it('wait too long exactly where the slowest tenth is beyond the bound and beyond what it takes alone', () => {
    fc.assert(
      fc.property(waits, waits, (recent, alone) => {
        const isBeyond = tenthOf(recent) > boundMs && tenthOf(recent) > timesAlone * tenthOf(alone)
        expect(waitTooLong({ recent, alone })).toBe(recent.length >= fewest && isBeyond)
      }),
      { numRuns: runs(300) },
    )
  })

  it('that are as slow without reads keep nobody out', () => {
    fc.assert(
      fc.property(waits, (alone) => {
        expect(waitTooLong({ recent: alone, alone })).toBe(false)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the number of reads at once', () => {
  it('falls to none in a few steps while check-ins wait, rises again when they do not, and is never beyond the most', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (steps) => {
        let permits: number = most
        for (const isTooLong of steps) {
          const before = permits
          permits = nextPermits(before, isTooLong)
          if (isTooLong && before > 0) expect(permits).toBeLessThan(before)
          if (!isTooLong && before < most) expect(permits).toBe(before + 1)
          expect(permits).toBeGreaterThanOrEqual(0)
          expect(permits).toBeLessThanOrEqual(most)
        }
        for (let step = 0; step < 4; step += 1) permits = nextPermits(permits, true)
        expect(permits).toBe(0)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('the admission of a node', () => {
  /** An admission whose clock the test moves, with check-ins under way that do not end until the test ends them. */
  function open(waiting: number) {
    let now = 0
    const admission = createAdmission(() => now)
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const checkIns = Array.from({ length: waiting }, () => admission.checkIn(() => promise))
    return {
      admission,
      pass: (ms: number) => (now += ms),
      async end() {
        end()
        await Promise.all(checkIns)
      },
    }
  }

  /** The steps of a rising wait. Each asks for a read that is done at once, or waits. */
  function closeGate({ admission, pass }: ReturnType<typeof open>) {
    for (let step = 0; step < 5; step += 1) {
      pass(boundMs + stepMs)
      void admission.read(() => Promise.resolve(), somebody).catch(() => {})
    }
  }

  it('refuses a read while check-ins wait, with the time to come back, and does each check-in at once', async () => {
    const node = open(fewest)
    closeGate(node)
    let isDone = false
    const checkIn = node.admission.checkIn(() => {
      isDone = true
      return Promise.resolve('signed in')
    })
    expect(isDone).toBe(true)
    expect(await checkIn).toBe('signed in')
    await expect(node.admission.read(() => Promise.resolve(), somebody)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: admissionRule.retrySeconds,
    })
    await node.end()
  })

  it('lets a read begin that waits when check-ins are fast again', async () => {
    const node = open(fewest)
    closeGate(node)
    const read = node.admission.read(() => Promise.resolve('figures'), somebody)
    await node.end()
    node.pass(windowMs + stepMs)
    expect(await read).toBe('figures')
  })

  it.each([
    ['are done', 'unavailable'],
    ['are refused', 'figures'],
  ] as const)('slow check-ins that %s count by their outcome', async (how, outcome) => {
    let now = 0
    const admission = createAdmission(() => now)
    // What follows is not alone.
    await admission.read(() => Promise.resolve(), somebody)
    const ends = Array.from({ length: fewest }, () => Promise.withResolvers<void>())
    const checkIns = ends.map(({ promise }) => admission.checkIn(() => promise).catch(() => {}))
    now += boundMs + 1
    for (const { resolve, reject } of ends) {
      if (how === 'are done') resolve()
      else reject(new Error('unknown method'))
    }
    await Promise.all(checkIns)
    for (let step = 0; step < 5; step += 1) {
      now += stepMs
      void admission.read(() => Promise.resolve(), somebody).catch(() => {})
    }
    const read = admission.read(() => Promise.resolve('figures'), somebody)
    expect(await read.catch(({ code }: { code: string }) => code)).toBe(outcome)
  })

  it('hands on the error of a read, and of a check-in', async () => {
    const { admission } = open(0)
    const fail = () => Promise.reject(new Error('broken'))
    await expect(admission.read(fail, somebody)).rejects.toThrow('broken')
    await expect(admission.checkIn(fail)).rejects.toThrow('broken')
  })
})
