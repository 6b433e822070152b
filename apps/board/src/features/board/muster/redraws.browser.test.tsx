import { queryClient } from '@gatehouse/api-client/query-client'
import { Profiler } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderBoardPart, site } from '../../../../test/render-muster.tsx'
import { tokens } from '../../../lib/api.ts'
import { MusterPart } from './muster-part.tsx'

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
  const slot = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => {
    slot.remove()
    tokens.set(undefined)
    vi.unstubAllGlobals()
  })
  const drawn = vi.fn()
  await renderBoardPart(
    <Profiler id="muster" onRender={drawn}>
      <MusterPart
        site={site}
        people={[]}
        updatedAt={1}
        slot={slot}
        isQuiet
        isWall={false}
        onWall={() => {}}
        why={undefined}
        onWhy={() => {}}
        isStarting={false}
        onStarted={() => {}}
        onChange={() => {}}
      />
    </Profiler>,
  )
  await expect.element(page.getByRole('button', { name: 'On a wall' })).toBeVisible()
  const hint = () => queryClient.invalidateQueries({ queryKey: ['board', site.id] })
  await hint()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  drawn.mockClear()
  asked.mockClear()
  await hint()
  // What was to be drawn for it is drawn by then.
  await new Promise((done) => requestAnimationFrame(done))
  expect(asked.mock.calls.map(([url]) => url)).toContain(`/api/board/${site.id}/muster`)
  expect(drawn).not.toHaveBeenCalled()
})
