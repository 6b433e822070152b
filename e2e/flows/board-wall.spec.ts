import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import { makeEvacuation, openBoard } from '../pages/muster-page.ts'

test(
  'a board is shown on a wall, printed, without numbers, and says why somebody is listed',
  { tag: '@gate' },
  async ({ page, venues }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset['printed'] = document.querySelector('table')?.textContent ?? ''
      }
    })
    const evacuation = await makeEvacuation(venues, page, 56)
    await openBoard(page, evacuation)
    const [lastName = ''] = evacuation.people
    await page.getByRole('button', { name: `Why listed: Livia ${lastName}`, exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Nobody has signed this person out since.')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^F/ }).click()
    await expect(page.getByRole('heading', { name: 'F', exact: true })).toBeFocused()
    await keepPicture(page, 'board-1920')

    const number = page.getByRole('link', { name: /0491 570 157/ })
    await expect(number.first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide numbers' }).click()
    await expect(number).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Hide numbers', pressed: true })).toBeVisible()
    await expect(number).toHaveCount(0)

    await page.getByRole('button', { name: 'Print the list' }).click()
    await expect(page.locator('body')).toHaveAttribute(
      'data-printed',
      new RegExp(`${lastName}.*0491 570 157`),
    )

    await page.clock.install()
    await page.getByRole('button', { name: 'On a wall' }).click()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(32)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await keepPicture(page, 'wall-1920')
    await expectAccessible(page)
    await seeLater(page, isVisible(page.getByText('Page 2 of 2')))
    await page.getByRole('button', { name: 'Stop on this page' }).click()
    await page.reload()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page)
    await keepPicture(page, 'wall-360')
    await page.getByRole('button', { name: 'Leave the wall' }).click()
    const first = page.getByRole('checkbox').first()
    await expect(first).toBeAttached()
    await page.evaluate(() => scrollTo(0, 0))
    await keepPicture(page, 'board-360')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)
