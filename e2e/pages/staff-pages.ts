import type { Page } from '@playwright/test'

export const demoPassword = 'Gatehouse-demo-2026'

/** Logs in through the page, from wherever the person was sent to it. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
}
