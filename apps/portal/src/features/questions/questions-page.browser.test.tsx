import {
  changeQuestionsEndpoint,
  listQuestionsEndpoint,
  listRoleOptionsEndpoint,
} from '@gatehouse/validation/endpoints/questions'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeQuestion } from '../../../test/questions.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { QuestionsPage } from './questions-page.tsx'

test('the drawer of a question disables it, and enables it again', async () => {
  const server = stubApi()
  let question = makeQuestion({ name: 'Fever' })
  server.on(listQuestionsEndpoint, () => ({ items: [question], total: 1, language: question.language }))
  for (const endpoint of [listSiteOptionsEndpoint, listRoleOptionsEndpoint])
    server.on(endpoint, () => ({ items: [], has_more: false }))
  server.on(changeQuestionsEndpoint, ({ body }) => {
    question = { ...question, enabled: (body as { action: string }).action === 'enable' }
    return { done: 1, blocked: [] }
  })
  await renderPage({ Page: QuestionsPage })
  await page.getByRole('button', { name: 'Fever', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Fever' })
  await expect.element(drawer.getByRole('button', { name: 'Edit' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Disable' }).click()
  await expect.element(page.getByText('Fever is disabled.')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Enable' })).toBeVisible()
  expect(server.requestsOf(changeQuestionsEndpoint)[0]?.body).toEqual({
    action: 'disable',
    ids: [question.id],
  })
})
