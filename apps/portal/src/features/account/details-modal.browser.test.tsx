import { updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profile } from '../../../test/profile.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { DetailsModal } from './details-modal.tsx'

/** By keyboard: messages of earlier tests may cover the button. */
const send = () => userEvent.keyboard('{Enter}')

test.each([
  ['', true],
  ['  ', true],
  ['0412345678', true],
  ['+61 412 345 678', true],
  ['(02) 9999-1234', true],
  ['04.12.34', true],
  ['٠٤١٢ ٣٤٥ ٦٧٨', true],
  ['041234x', false],
  ['++61', false],
  ['61+', false],
])('the mobile %j is sent: %s', async (mobile, isSent) => {
  const server = stubApi()
  server.on(updateProfileEndpoint, () => ({ ...profile, first_name: 'Anna' }))
  await renderPage({
    Page: () => <DetailsModal profile={profile} onSaved={() => Promise.resolve()} onClose={() => {}} />,
  })
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await page.getByRole('textbox', { name: /^Mobile/ }).fill(mobile)
  await send()
  const error = page
    .getByRole('alert')
    .getByRole('link', { name: 'Mobile: Please enter a valid phone number' })
  if (isSent) await expect.poll(() => server.requestsOf(updateProfileEndpoint)).toHaveLength(1)
  else await expect.element(error).toBeVisible()
  expect(server.requestsOf(updateProfileEndpoint)).toHaveLength(isSent ? 1 : 0)
})

test('what somebody else has changed of the own details is shown beside it, and a second save goes by their version', async () => {
  const server = stubApi()
  const theirs = {
    ...profile,
    first_name: 'Anne',
    last_name: 'Ngo',
    last_modified: '2026-11-20T03:05:00.000Z',
  }
  server.on(updateProfileEndpoint, ({ ifMatch }) => {
    if (ifMatch !== `"${theirs.last_modified}"`) throw new StubApiError('changed_meanwhile', {}, theirs)
    return theirs
  })
  await renderPage({
    Page: () => <DetailsModal profile={profile} onSaved={() => Promise.resolve()} onClose={() => {}} />,
  })
  const first = page.getByRole('textbox', { name: 'First name' })
  await first.fill('Anna')
  await send()
  await expect.element(page.getByText('The other person’s value: Anne')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Ngo')
  await expect.element(first).toHaveValue('Anna')
  await first.fill('Anna')
  await send()
  await expect.poll(() => server.requestsOf(updateProfileEndpoint)).toHaveLength(2)
  expect(server.requestsOf(updateProfileEndpoint)[1]?.body).toMatchObject({
    first_name: 'Anna',
    last_name: 'Ngo',
  })
})
