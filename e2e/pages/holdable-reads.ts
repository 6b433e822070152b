import { type BrowserContext, expect, type Request } from '@playwright/test'

/**
 * The reads of all pages of a context. `hold` waits for those that run and leaves later ones without a response, so that none of them is
 * refused when the session ends.
 */
export async function holdableReads(context: BrowserContext): Promise<{ hold(): Promise<void> }> {
  const running = new Set<Request>()
  let isHeld = false
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const isRead = request.method() === 'GET'
    if (isRead && isHeld) return
    if (isRead) running.add(request)
    await route.continue()
  })
  context.on('requestfinished', (request) => running.delete(request))
  context.on('requestfailed', (request) => running.delete(request))
  return {
    async hold() {
      isHeld = true
      await expect.poll(() => running.size).toBe(0)
    },
  }
}
