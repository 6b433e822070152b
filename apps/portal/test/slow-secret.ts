import type { EndpointDeclaration, EndpointResult } from '@gatehouse/validation/endpoint'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stubApi } from './stub-api.ts'

/** The window of a secret that is shown once. Messages are dialogs too, but without a title. */
export const secretWindow = page
  .getByRole('dialog', { name: /PIN|Invite/ })
  .or(page.getByRole('alertdialog', { name: /secret/ }))

/** A server whose response waits until the test releases it. */
export function slowServer<E extends EndpointDeclaration>(endpoint: E, response: EndpointResult<E>) {
  const server = stubApi()
  let answer = () => {}
  const wait = new Promise<void>((resolve) => (answer = resolve))
  server.on(endpoint, async () => {
    await wait
    return response
  })
  return { answer: () => answer(), isAsked: () => server.requestsOf(endpoint).length > 0 }
}

/** Tries all ways to close the open window. */
export async function tryToLeave(labels: readonly string[]) {
  await userEvent.keyboard('{Escape}')
  // Disabled buttons are pressed too.
  for (const name of labels) await secretWindow.getByRole('button', { name }).click({ force: true })
  await expect.element(secretWindow).toBeVisible()
}
