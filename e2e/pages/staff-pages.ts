import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'Gatehouse-demo-2026'

/** Logs in on the present page. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the login page and logs in. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await logIn(page, email, password)
}

/**
 * Logs in without the login page, which journeys of its own look at, and shows no page yet: the next one that is opened has the session.
 */
export async function startSession(page: Page, email: string, password = demoPassword): Promise<void> {
  const login = await page.request.post('/api/login', { data: { email, password } })
  expect(login.status(), await login.text()).toBe(200)
  const { token } = (await login.json()) as { token: string }
  // The storage belongs to the origin: the smallest answer of the server is enough to reach it.
  await page.goto('/health/live')
  await page.evaluate((own) => localStorage.setItem('gatehouse.session', own), token)
}

/** Below this width the side bar, with the bell and the user menu, stands behind a button. */
const SIDE_BAR_FROM = 768

/** Opens the side bar where this screen hides it. @param openMenu the name of its button, in the language of the page */
export async function showSideBar(page: Page, openMenu = 'Open the menu'): Promise<void> {
  const { width = SIDE_BAR_FROM } = page.viewportSize() ?? {}
  if (width < SIDE_BAR_FROM) await page.getByRole('button', { name: openMenu, exact: true }).click()
}

export async function expectHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}

/** How many people of this last name are on site, as the client's admin sees it. */
export async function countOnSite(
  request: APIRequestContext,
  lastName: string,
  email = 'admin@harbour.example',
): Promise<number> {
  const login = await request.post('/api/login', { data: { email, password: demoPassword } })
  const { token } = (await login.json()) as { token: string }
  const response = await request.get(`/api/presence?search=${encodeURIComponent(lastName)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { total } = (await response.json()) as { total: number }
  return total
}
