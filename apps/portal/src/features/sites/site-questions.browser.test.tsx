import {
  listSiteQuestionsEndpoint,
  setSiteQuestionsEndpoint,
  type SiteQuestions as SiteQuestionSet,
} from '@gatehouse/validation/endpoints/site-questions'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { type StubApi, StubApiError, stubApi } from '../../../test/stub-api.ts'
import { SiteQuestions } from './site-questions.tsx'

const names = ['Cough', 'Fever', 'Car', 'Helmet'] as const
const asking = (version: string, ...assigned: (typeof names)[number][]): SiteQuestionSet => ({
  items: names.map((name) => ({
    id: name,
    name,
    text: `${name}?`,
    type: 'free text',
    enabled: true,
    assigned: assigned.includes(name),
  })),
  total: names.length,
  version,
})
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const save = page.getByRole('button', { name: 'Save' })
// The success message is an alert too.
const discard = page.getByRole('button', { name: 'Discard my changes' })
const notice = page.getByRole('alert').filter({ has: discard })

const idOf = (name: string) =>
  `00000000-0000-4000-8000-${String(names.indexOf(name as never)).padStart(12, '0')}`
const withIds = (set: SiteQuestionSet): SiteQuestionSet => ({
  ...set,
  items: set.items.map((item) => ({ ...item, id: idOf(item.name) })),
})

let server: StubApi
beforeEach(async () => {
  server = stubApi()
  server.on(listSiteQuestionsEndpoint, () => withIds(asking('first', 'Cough', 'Car')))
  server.on(setSiteQuestionsEndpoint, ({ ifMatch }) => {
    if (ifMatch !== '"second"')
      throw new StubApiError('changed_meanwhile', {}, withIds(asking('second', 'Cough', 'Fever')))
    return withIds(asking('third', 'Cough', 'Fever', 'Helmet'))
  })
  await renderPage({ Page: () => <SiteQuestions siteId="00000000-0000-4000-8000-0000000000aa" canManage /> })
  await box('Helmet').click()
  await save.click()
  await expect.element(notice).toBeVisible()
})

test('what somebody else has ticked meanwhile is named, both changes are kept, and a second save goes by their version', async () => {
  expect(notice.element().textContent).toMatch(/Fever.*Asked.*Car.*Not asked/)
  const ticked = names.filter((name) => (box(name).element() as HTMLInputElement).checked)
  expect(ticked).toEqual(['Cough', 'Fever', 'Helmet'])
  await save.click()
  await expect.element(notice).not.toBeInTheDocument()
  const sent = server.requestsOf(setSiteQuestionsEndpoint)
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"first"', '"second"'])
  expect(sent[1]?.body).toEqual({ question_ids: ['Cough', 'Fever', 'Helmet'].map(idOf) })
})

test('the own change can be discarded', async () => {
  await discard.click()
  await expect.element(notice).not.toBeInTheDocument()
  const ticked = names.filter((name) => (box(name).element() as HTMLInputElement).checked)
  expect(ticked).toEqual(['Cough', 'Fever'])
  await expect.element(save).toBeDisabled()
})
