import { queryClient } from '@gatehouse/api-client/query-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderBoardPart, site } from '../../../test/render-muster.tsx'
import type { MusterPartProps } from './muster-part-props.ts'
import { SiteBoard } from './site-board.tsx'

/** Shows whether a muster is to be started, and takes the place of the board as a muster of others does. */
const MusterPart = ({ isStarting, onChange }: MusterPartProps) => (
  <>
    {isStarting && <p>Start it?</p>}
    <button type="button" onClick={() => onChange?.(true)}>
      A muster of others
    </button>
    <button type="button" onClick={() => onChange?.(false)}>
      Back
    </button>
  </>
)

test('what starts a muster is not asked again after one of others', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  queryClient.setQueryData(['board', site.id, 'in'], [])
  await renderBoardPart(
    <SiteBoard
      site={site}
      tab="in"
      onTab={() => {}}
      isWall={false}
      onWall={() => {}}
      musterPart={MusterPart}
    />,
  )
  const asked = page.getByText('Start it?')
  await page.getByRole('button', { name: 'Start a muster' }).click()
  await expect.element(asked).toBeVisible()
  await page.getByRole('button', { name: 'A muster of others' }).click()
  await expect.element(page.getByRole('button', { name: 'Start a muster' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
  await expect.element(asked).not.toBeInTheDocument()
})
