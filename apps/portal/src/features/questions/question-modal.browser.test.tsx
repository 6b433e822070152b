import { getQuestionEndpoint } from '@gatehouse/validation/endpoints/questions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeQuestion } from '../../../test/questions.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { QuestionModal } from './question-modal.tsx'

test('the preview of the phone is beside the question on a wide screen, and stays in view', async () => {
  await page.viewport(1440, 600)
  const question = makeQuestion({ text: 'Fever?' })
  stubApi().on(getQuestionEndpoint, () => question)
  await renderPage({ Page: () => <QuestionModal id={question.id} onClose={() => {}} /> })
  const preview = page.getByRole('region', { name: 'Preview of the phone' })
  const field = page.getByRole('textbox', { name: 'Question', exact: true })
  await expect.element(preview.getByText('Fever?')).toBeVisible()
  await expect.element(field).toBeVisible()
  const boxOf = (shown: typeof preview) => shown.element().getBoundingClientRect()
  expect(boxOf(preview).left).toBeGreaterThan(boxOf(field).right)
  expect(boxOf(preview).top).toBeLessThan(boxOf(field).bottom)
  page.getByRole('checkbox', { name: 'Visitors are asked' }).element().scrollIntoView()
  expect(boxOf(field).top).toBeLessThan(0)
  expect(boxOf(preview).top).toBeGreaterThanOrEqual(0)
})
