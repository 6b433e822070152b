import { describe, expect, test, vi } from 'vitest'
import { createPhotoCache } from './photo-cache.ts'

function set(responses: Record<string, Blob | null | Error> = {}, maxUnused = 2) {
  const fetched: string[] = []
  const live = new Set<string>()
  const waits: (() => void)[] = []
  const cache = createPhotoCache({
    maxUnused,
    fetchPhoto: async (id) => {
      fetched.push(id)
      const response = id in responses ? responses[id]! : new Blob([id])
      if (response instanceof Error) throw response
      return response
    },
    createUrl: () => {
      const url = `blob:${fetched.length}-${live.size}`
      live.add(url)
      return url
    },
    revokeUrl: (url) => void live.delete(url),
    untilRetry: () => new Promise<void>((done) => waits.push(done)),
  })
  return { cache, fetched, live, waits }
}

describe('photos', () => {
  test('are fetched once for all cards', async () => {
    const { cache, fetched } = set()
    const [one, other] = [cache.acquire('ann'), cache.acquire('ann')]
    expect(await one.url).toBe(await other.url)
    expect(fetched).toEqual(['ann'])
  })

  test('stay while a card shows them, and unused ones beyond the limit are revoked, oldest first', async () => {
    const { cache, live, fetched } = set()
    const shown = cache.acquire('shown')
    const shownUrl = await shown.url
    for (const id of ['a', 'b', 'c', 'd']) {
      const looked = cache.acquire(id)
      await looked.url
      looked.release()
    }
    expect(live.size).toBe(3)
    expect(live.has(shownUrl!)).toBe(true)
    await cache.acquire('d').url
    expect(fetched.filter((id) => id === 'd')).toHaveLength(1)
    await cache.acquire('a').url
    expect(fetched.filter((id) => id === 'a')).toHaveLength(2)
  })

  test('one is known at once when it has come, and not before or after it is revoked', async () => {
    const { cache } = set({}, 0)
    expect(cache.loaded('ann')).toBeNull()
    const { url, release } = cache.acquire('ann')
    expect(cache.loaded('ann')).toBeNull()
    const loaded = await url
    expect(loaded).not.toBeNull()
    expect(cache.loaded('ann')).toBe(loaded)
    release()
    expect(cache.loaded('ann')).toBeNull()
  })

  test('released twice counts once', async () => {
    const { cache, live } = set({}, 0)
    const [one, other] = [cache.acquire('ann'), cache.acquire('ann')]
    await other.url
    one.release()
    one.release()
    expect(live.size).toBe(1)
    other.release()
    expect(live.size).toBe(0)
  })

  test('a missing photo is not fetched again', async () => {
    const { cache, fetched } = set({ ann: null })
    expect(await cache.acquire('ann').url).toBeNull()
    expect(await cache.acquire('ann').url).toBeNull()
    expect(fetched).toEqual(['ann'])
  })

  test('a failed photo is fetched again for the card that shows it', async () => {
    const responses: Record<string, Blob | Error> = { ann: new Error('away') }
    const { cache, fetched, waits } = set(responses)
    const { url } = cache.acquire('ann')
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    waits[0]?.()
    await vi.waitFor(() => expect(waits).toHaveLength(2))
    responses['ann'] = new Blob(['ann'])
    waits[1]?.()
    expect(await url).not.toBeNull()
    expect(fetched).toEqual(['ann', 'ann', 'ann'])
  })

  test('a failed photo that no card shows is fetched again by the next one', async () => {
    const { cache, fetched, waits } = set({ ann: new Error('away') })
    const { url, release } = cache.acquire('ann')
    release()
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    waits[0]?.()
    expect(await url).toBeNull()
    expect(fetched).toEqual(['ann'])
    cache.acquire('ann')
    expect(fetched).toEqual(['ann', 'ann'])
  })
})
