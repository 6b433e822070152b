import {
  copyQuestionEndpoint,
  type CopiedQuestion,
  type ManagedQuestion,
} from '@gatehouse/validation/endpoints/questions'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeQuestion } from '../../../test/questions.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { CopyModal } from './copy-modal.tsx'

const site = { id: '00000000-0000-4000-8000-0000000000aa', name: 'Lighthouse Museum' }
const crew = { id: 'crew', name: 'Crew', site_id: 'quay', site_name: 'Quay' }

test.each<[string, Partial<CopiedQuestion>, string[]]>([
  ['it is asked', {}, ['Symptoms has been copied to Lighthouse Museum.']],
  [
    'the site has none of its roles',
    { enabled: false, roles: [crew], roles_total: 1, missing_roles: ['Crew'], has_no_role: true },
    [
      'Symptoms has been copied to Lighthouse Museum.',
      'Lighthouse Museum has no visitor role named Crew, so the copy is disabled. Choose its roles, then enable it.',
    ],
  ],
  [
    'the site has some of its roles',
    { missing_roles: ['Cast', 'Crew'] },
    ['Lighthouse Museum has no visitor role named Cast, Crew. The copy uses the other roles.'],
  ],
  [
    'the first question is not asked',
    { enabled: false },
    ['Symptoms has been copied to Lighthouse Museum.', 'The copy is disabled, like the original.'],
  ],
])('a copy is said to be there, and whether it is asked: %s', async (_, answer, texts) => {
  const server = stubApi()
  const question = makeQuestion({ id: '00000000-0000-4000-8000-0000000000bb', name: 'Symptoms' })
  server.on(listSiteOptionsEndpoint, () => ({ items: [site], has_more: false }))
  server.on(copyQuestionEndpoint, () => ({
    ...question,
    id: 'copy',
    sites: [site],
    sites_total: 1,
    missing_roles: [],
    has_no_role: false,
    ...answer,
  }))
  const opened: ManagedQuestion[] = []
  await renderPage({
    Page: () => (
      <CopyModal
        question={question}
        onCopied={(copy) => Promise.resolve(opened.push(copy))}
        onClose={() => {}}
      />
    ),
  })
  await page.getByRole('combobox', { name: 'Site' }).selectOptions(site.name)
  await page.getByRole('button', { name: 'Copy' }).click()
  for (const text of texts) await expect.poll(() => document.body.textContent).toContain(text)
  expect(opened).toHaveLength(1)
  expect(opened[0]).not.toHaveProperty('missing_roles')
})
