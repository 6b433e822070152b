import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCurrentCode } from './page/current-code.ts'
import { findKeptDevice, keepDevice } from './page/kept-device.ts'
import { emptyMemory } from './simulated-device.ts'

describe('the code on the display', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const now = '2026-11-20T03:04:00.000Z'
  const answer = (id: string, code: string, expires_at = '2026-11-20T03:14:00.000Z') => ({
    type: 'accepted' as const,
    id,
    now,
    code,
    expires_at,
  })
  function display() {
    let shown: string | undefined
    const code = createCurrentCode({ show: (text) => (shown = text), clear: () => (shown = undefined) })
    return { code, shown: () => shown }
  }

  it('goes away when the next person is measured, also without a network', () => {
    const { code, shown } = display()
    code.begin('a')
    code.answer(answer('a', '634314'))
    expect(shown()).toBe('634314')
    code.begin('b')
    expect(shown()).toBeUndefined()
    vi.advanceTimersByTime(600_000)
    code.answer(answer('b', '042917'))
    expect(shown()).toBe('042917')
  })

  it('is that of the person who was measured last, where several were stored', () => {
    const { code, shown } = display()
    code.begin('a')
    code.begin('b')
    code.answer(answer('a', '634314'))
    expect(shown()).toBeUndefined()
    code.answer(answer('b', '042917'))
    expect(shown()).toBe('042917')
  })

  it('goes away when its time is over', () => {
    const { code, shown } = display()
    code.begin('a')
    code.answer(answer('a', '634314'))
    vi.advanceTimersByTime(599_999)
    expect(shown()).toBe('634314')
    vi.advanceTimersByTime(1)
    expect(shown()).toBeUndefined()
    code.answer(answer('a', '634314', now))
    expect(shown()).toBeUndefined()
  })
})

describe('a device of the page', () => {
  function storage() {
    const texts = new Map<string, string>()
    return {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
    }
  }
  const url = 'http://localhost:50000'

  it('is there after a reload, with what waits to be sent', () => {
    const tab = storage()
    const events = [{ id: 'a', at: 1, body: { type: 'reading', temperature: 36.6 } }]
    const device = { serialNumber: 'PLAY-0001', memory: { ...emptyMemory(), token: 'AZq3', events } }
    keepDevice(tab, url, device)
    expect(findKeptDevice(tab, url)).toEqual(device)
    expect(findKeptDevice(tab, 'http://localhost:50001')).toBeUndefined()
  })

  it('is a new one where what was kept cannot be read', () => {
    const tab = storage()
    expect(findKeptDevice(tab, url)).toBeUndefined()
    tab.setItem(`device ${url}`, '{')
    expect(findKeptDevice(tab, url)).toBeUndefined()
  })
})
