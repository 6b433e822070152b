import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../test/render-page.tsx'
import { useOfflineQuestion } from './use-offline-question.ts'

function Page() {
  useOfflineQuestion()
  return <p>Text</p>
}

test.each([
  ['without a network', false, true],
  ['with a network', true, false],
])('a reload %s asks first: %s', async (_, onLine, asks) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  onTestFinished(() => void vi.restoreAllMocks())
  await renderPage({ Page })
  await expect.element(page.getByText('Text')).toBeVisible()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(asks)
})
