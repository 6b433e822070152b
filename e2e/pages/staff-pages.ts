import { expect, type Page } from '@playwright/test'

export const demoPassword = 'Gatehouse-demo-2026'

/** Logs in through the page, from wherever the person was sent to it. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The same from the login page. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await logIn(page, email, password)
}

export async function expectHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}
