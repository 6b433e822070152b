import { exportHoursReportEndpoint } from '@gatehouse/validation/endpoints/reports-export'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { ExportReportModal } from './export-report-modal.tsx'

test.each([
  ['range_too_long', 'This period is too long for one request'],
  ['end_before_start', 'The end is before the start'],
] as const)('the export of a range that is refused with %s says why', async (code, text) => {
  // A file picker would wait for user input.
  const picker = Object.getOwnPropertyDescriptor(window, 'showSaveFilePicker')
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true })
  onTestFinished(() => void (picker && Object.defineProperty(window, 'showSaveFilePicker', picker)))
  stubApi().on(exportHoursReportEndpoint, () => {
    throw new StubApiError('time_out_of_range', { to: code })
  })
  const asked = { from: '2020-01', to: '2026-01' }
  await renderPage({ Page: () => <ExportReportModal report="hours" asked={asked} onClose={() => {}} /> })
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
})
