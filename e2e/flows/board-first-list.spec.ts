import { expect, test } from '../fixtures.ts'
import { startSession } from '../pages/staff-pages.ts'

test('a board asks for its list before its script is there, and once', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/board')
  await page.getByRole('main').getByRole('button', { name: 'Harbour Gallery' }).click()
  await expect(page).toHaveURL(/site=/)
  const site = new URL(page.url()).searchParams.get('site') ?? ''
  const list = `/api/board/${site}`

  // The previous page polls.
  await page.goto('about:blank')
  const asked: string[] = []
  const hasScript = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await hasScript.promise
    await route.continue()
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/board/')) asked.push(pathname)
  })
  await page.goto(`/board?site=${site}`, { waitUntil: 'commit' })
  await expect.poll(() => asked.toSorted()).toEqual([list, '/api/board/sites'])
  hasScript.resolve()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  for (const path of ['/api/board/sites', list]) expect(asked.filter((one) => one === path)).toHaveLength(1)
})
