import { queryClient } from '@gatehouse/api-client/query-client'
import { Profiler } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { tokens } from '../../../lib/api.ts'
import { KeptMarks } from './kept-marks.tsx'
import { SyncMuster } from './muster-page.tsx'
import { musterOf } from './sessions.ts'

test('a hint after which the server says the same draws nothing anew', async () => {
  tokens.set(`.${btoa(JSON.stringify({ sub: 'warden' }))}.`)
  const asked = vi.fn((url: string) =>
    Promise.resolve(
      url.endsWith('/muster')
        ? Response.json({ muster: null, can_start: true, hand_in_token: null })
        : new Response(null, { status: 404 }),
    ),
  )
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => {
    tokens.set(undefined)
    vi.unstubAllGlobals()
  })
  const drawn = vi.fn()
  await renderBoardPart(
    <Profiler id="muster" onRender={drawn}>
      <SyncMuster siteId={site.id} people={[]} />
      <KeptMarks session={musterOf(site.id)} />
    </Profiler>,
  )
  const hint = () => queryClient.invalidateQueries({ queryKey: ['board', site.id] })
  await hint()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  drawn.mockClear()
  asked.mockClear()
  await hint()
  // By the next frame all resulting renders are done.
  await new Promise((done) => requestAnimationFrame(done))
  expect(asked.mock.calls.map(([url]) => url)).toContain(`/api/board/${site.id}/muster`)
  expect(drawn).not.toHaveBeenCalled()
})
