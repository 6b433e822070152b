import { describe, expect, test } from 'vitest'
import { createPhotoCache } from './photo-cache.ts'

function set(responses: Record<string, Blob | null | Error> = {}, maxUnused = 2) {
  const fetched: string[] = []
  const live = new Set<string>()
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
  })
  return { cache, fetched, live }
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

  test('a failed photo is fetched again', async () => {
    const { cache, fetched } = set({ ann: new Error('away') })
    expect(await cache.acquire('ann').url).toBeNull()
    await cache.acquire('ann').url
    expect(fetched).toEqual(['ann', 'ann'])
  })

  test('a photo that arrives after the cache was emptied is not kept', async () => {
    const { cache, live } = set()
    const late = cache.acquire('ann')
    cache.clear()
    expect(await late.url).toBeNull()
    expect(live.size).toBe(0)
  })
})
