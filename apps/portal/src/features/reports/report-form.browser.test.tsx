import { listRecordSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { ReportForm } from './report-form.tsx'

test('hours open with the month that they show in both fields, and ask for it', async () => {
  const server = stubApi()
  server.on(listRecordSiteOptionsEndpoint, () => ({ items: [], has_more: false }))
  const onAsk = vi.fn<(asked: object) => void>()
  await renderPage({ Page: () => <ReportForm report="hours" asked={{}} onAsk={onAsk} isBusy={false} /> })
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  await expect.element(page.getByLabelText('First month')).toHaveValue(month)
  await expect.element(page.getByLabelText('Last month')).toHaveValue(month)
  await page.getByRole('button', { name: 'Show' }).click()
  expect(onAsk).toHaveBeenCalledWith({ from: month, to: month })
})
