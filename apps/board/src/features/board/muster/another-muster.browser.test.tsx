import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, muster, renderMuster } from '../../../../test/render-muster.tsx'

test('whoever marked in one that is over is told so in the next one, until they have read it', async () => {
  await page.viewport(360, 740)
  const dropElsewhere = vi.fn()
  await renderMuster({
    roll: [entryOf('Silva')],
    current: { muster: { ...muster, id: 'next', drill: false } },
    view: { elsewhere: { muster, calls: 1 } },
    session: { dropElsewhere },
  })
  await expect.element(page.getByText('Another muster is running')).toBeVisible()
  await expect
    .element(page.getByText(/belongs to the drill of .*1 call for help was repeated here\./))
    .toBeVisible()
  await page.getByRole('button', { name: 'I have read it' }).click()
  expect(dropElsewhere).toHaveBeenCalledOnce()
})
