import { ShownMobile } from '@gatehouse/validation/fields'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, renderMuster } from '../../../../test/render-muster.tsx'
import { saveList } from '../../../../test/save-list.ts'
import { applyNumbers, numbers } from '../../../lib/numbers.ts'

const roll = [
  entryOf('Silva', { tel: v.parse(ShownMobile, '+61491570157'), phone_extension: '204' }),
  entryOf('Osei', { phone_extension: '7' }),
]

test('an extension stands on the card, under "More", on paper and in the file', async () => {
  await renderMuster({ roll })
  const silva = page.getByRole('listitem').filter({ hasText: 'Silva' })
  await expect.element(silva.getByText('ext. 204')).toBeVisible()
  expect(await saveList()).toMatch(/<td>0491 570 157, ext\. 204<\/td>[^]*<td>ext\. 7<\/td>/)
  dispatchEvent(new Event('beforeprint'))
  expect(document.body.lastElementChild?.textContent).toContain('0491 570 157, ext. 204')
  dispatchEvent(new Event('afterprint'))
  await silva.getByRole('button', { name: 'More' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('ext. 204')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: '0491 570 157' })).toBeVisible()
})

test('numbers that the board hides are shown again in a muster', async () => {
  numbers.set('hidden')
  applyNumbers()
  onTestFinished(() => {
    numbers.set('shown')
    applyNumbers()
  })
  await renderMuster({ roll, current: { can_mark: false } })
  const number = page.getByText('0491 570 157')
  await expect.element(number).not.toBeVisible()
  await page.getByRole('button', { name: 'Hide numbers', pressed: true }).click()
  await expect.element(number).toBeVisible()
})
