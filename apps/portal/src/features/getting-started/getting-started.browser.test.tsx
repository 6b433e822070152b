import {
  closeFirstStepEndpoint,
  getGettingStartedEndpoint,
  type GettingStarted,
} from '@gatehouse/validation/endpoints/getting-started'
import { type FirstStep, firstSteps } from '@gatehouse/validation/vocabulary'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { GettingStartedCard, NextStep } from './getting-started.tsx'

const METHOD = '00000000-0000-4000-8000-000000000001'
const SITE = '00000000-0000-4000-8000-000000000002'

async function renderSteps(
  done: readonly FirstStep[],
  method: GettingStarted['method'],
  Page: () => ReactNode = GettingStartedCard,
) {
  const server = stubApi()
  const found: GettingStarted = {
    steps: firstSteps.map((step) => ({ step, state: done.includes(step) ? 'done' : 'open' })),
    method,
  }
  server.on(getGettingStartedEndpoint, () => found)
  server.on(closeFirstStepEndpoint, () => found)
  return { server, ...(await renderPage({ Page })) }
}

const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
const hrefOf = (title: string) => step(title).getByRole('link').element().getAttribute('href') ?? ''

test('in an empty client steps lead to their forms, and those that wait for others lead nowhere', async () => {
  const { server } = await renderSteps([], null)
  await expect.element(step('Name your site')).toBeVisible()
  expect(hrefOf('Name your site')).toContain('/site_management?edit=new')
  expect(hrefOf('Print the poster')).toContain('/machine_management?edit=new')
  expect(hrefOf('Invite a colleague')).toContain('/user_management?edit=new')
  await expect.element(step('Sign in once yourself').getByRole('link')).not.toBeInTheDocument()
  await expect.element(step('See the visit arrive').getByRole('link')).not.toBeInTheDocument()
  // Opening a form completes no step.
  await step('Print the poster').getByRole('link').click()
  expect(server.requestsOf(closeFirstStepEndpoint)).toEqual([])
})

test.each([
  ['https://gate.example', false],
  ['http://localhost:8080', true],
])('above the steps it says whether phones can open %s', async (publicUrl, isWarned) => {
  withInstallation({ publicUrl })
  await renderSteps([], null)
  await expect.element(step('Name your site')).toBeVisible()
  const notice = page.getByText(`Phones can’t open ${publicUrl}`)
  if (isWarned) await expect.element(notice).toBeVisible()
  else expect(notice.query()).toBeNull()
})

test('a sign-in method has its poster and its page, and a visit is seen on the board', async () => {
  const method = { id: METHOD, key: 'abcd2345', site_id: SITE, site_name: 'Quay' }
  await renderSteps(['site', 'visit'], method)
  await expect.element(step('Print the poster').getByRole('link')).toBeVisible()
  expect(hrefOf('Print the poster')).toContain(`/machine_management?poster=${METHOD}`)
  expect(hrefOf('See the visit arrive')).toBe(`/board?site=${SITE}`)
})

test('on another page the next step is named, once one is done', async () => {
  const Page = () => (
    <>
      <GettingStartedCard />
      <NextStep />
    </>
  )
  await renderSteps(['site'], null, Page)
  await expect.element(page.getByText('Next step: Print the poster')).toBeVisible()
})

test('before the first step no other page speaks of it', async () => {
  const Page = () => (
    <>
      <GettingStartedCard />
      <NextStep />
    </>
  )
  await renderSteps([], null, Page)
  await expect.element(step('Name your site')).toBeVisible()
  await expect.element(page.getByText(/^Next step/)).not.toBeInTheDocument()
})

test('a step that was skipped says so', async () => {
  const server = stubApi()
  server.on(getGettingStartedEndpoint, () => ({
    steps: firstSteps.map((one) => ({
      step: one,
      state: one === 'poster' ? ('skipped' as const) : ('open' as const),
    })),
    method: null,
  }))
  await renderPage({ Page: GettingStartedCard })
  await expect.element(page.getByRole('heading', { name: 'Skipped: Print the poster' })).toBeVisible()
})

test('after a step the next one is in view', async () => {
  await page.viewport(360, 300)
  await renderSteps(['site', 'poster', 'visit'], null)
  await expect.element(step('See the visit arrive')).toBeInViewport({ ratio: 0.9 })
})

test('the next one stays in view while what is above it loads', async () => {
  await page.viewport(360, 300)
  const { promise, resolve } = Promise.withResolvers<number>()
  function Above() {
    const [height, setHeight] = useState(0)
    useEffect(() => void promise.then(setHeight), [])
    return <div style={{ height }} />
  }
  await renderSteps(['site'], null, () => (
    <>
      <Above />
      <GettingStartedCard />
    </>
  ))
  await expect.element(step('Print the poster')).toBeInViewport({ ratio: 0.9 })
  resolve(400)
  await expect.element(step('Print the poster')).toBeInViewport({ ratio: 0.9 })
  await expect.poll(() => window.scrollY).toBeGreaterThan(300)
})

test('in an empty client the page stays at its beginning', async () => {
  await page.viewport(360, 300)
  await renderSteps([], null)
  await expect.element(page.getByRole('heading', { name: 'Getting started' })).toBeInViewport()
})
