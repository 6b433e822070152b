import { Drawer } from '@gatehouse/ui/aria/drawer'
import {
  listSignInMethodsEndpoint,
  renewMethodKeyEndpoint,
  type SignInMethod,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { signInMethod } from '../../../test/sign-in-method.ts'
import { stubApi } from '../../../test/stub-api.ts'
import { MethodMenu } from './method-menu.tsx'

const drawer = page.getByRole('dialog', { name: 'Foyer' })
const render = (method: SignInMethod) =>
  renderPage({
    Page: () => (
      <Drawer title="Foyer" onClose={() => {}} footer={<MethodMenu method={method} />}>
        Details
      </Drawer>
    ),
  })

test('the drawer of a method gives it a new key, once that is confirmed', async () => {
  const server = stubApi()
  server.on(listSignInMethodsEndpoint, () => ({ items: [signInMethod], total: 1 }))
  server.on(renewMethodKeyEndpoint, () => ({ ...signInMethod, key: 'NEWK' }))
  await render(signInMethod)
  await drawer.getByRole('button', { name: 'New key' }).click()
  const question = page.getByRole('alertdialog', { name: 'A new key for Foyer?' })
  await question.getByRole('button', { name: 'Create a new key' }).click()
  await expect.element(page.getByText('Foyer has the new key NEWK.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(drawer).toBeVisible()
})

test('its poster is for everyone, its changes are not', async () => {
  stubApi()
  const { url } = await render({ ...signInMethod, can_manage: false })
  // The cross is the other one.
  await expect.poll(() => drawer.getByRole('button').elements()).toHaveLength(2)
  await drawer.getByRole('button', { name: 'QR poster' }).click()
  await expect.poll(url).toBe(`/page?poster=${signInMethod.id}`)
})
