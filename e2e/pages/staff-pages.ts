import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'Gatehouse-demo-2026'

/** Logs in on the current page. */
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

type Session = { token: string; cookies: Awaited<ReturnType<BrowserContext['cookies']>> }
/**
 * The sessions of this worker's demo accounts, by server. Journeys that end or change one log in by
 * the page.
 */
const demoSessions = new Map<string, Session>()

/** Starts a session without the login page. It opens no page: the next one has the session. */
export async function startSession(page: Page, email: string, password = demoPassword): Promise<void> {
  // The storage belongs to the origin: the smallest response of the server is enough to reach it.
  await page.goto('/health/live')
  // A journey's own server has the same demo accounts, but knows no session of another server.
  const key = `${new URL(page.url()).origin} ${email}`
  const known = demoSessions.get(key)
  if (known) await page.context().addCookies(known.cookies)
  const session = known ?? (await logInByCall(page, email, password))
  if (password === demoPassword) demoSessions.set(key, session)
  await page.evaluate((own) => localStorage.setItem('gatehouse.session', own), session.token)
}

async function logInByCall(page: Page, email: string, password: string): Promise<Session> {
  const login = await page.request.post('/api/login', { data: { email, password } })
  expect(login.status(), await login.text()).toBe(200)
  const { token } = (await login.json()) as { token: string }
  return { token, cookies: await page.context().cookies() }
}

/** Below this width the side bar, with the bell and the user menu, is behind a button. */
const SIDE_BAR_FROM = 768

/**
 * Opens the side bar where this screen hides it.
 * @param openMenu the name of its button, in the language of the page
 */
export async function showSideBar(page: Page, openMenu = 'Open the menu'): Promise<void> {
  const { width = SIDE_BAR_FROM } = page.viewportSize() ?? {}
  if (width < SIDE_BAR_FROM) await page.getByRole('button', { name: openMenu, exact: true }).click()
}

export async function expectHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}

/** A call of the API: its path without `/api`, and its body. */
export type Call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => Promise<T>

/** Logs in for calls without a page. */
export async function callsAs(
  request: APIRequestContext,
  login: { email: string; password: string },
): Promise<Call> {
  const send = async <T>(method: string, path: string, data?: object, headers = {}): Promise<T> => {
    const response = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()) as T
  }
  const { token } = await send<{ token: string }>('POST', '/login', login)
  return (method, path, data) => send(method, path, data, { authorization: `Bearer ${token}` })
}

/** How many people with this last name are on site, as the client's admin sees it. */
export async function countOnSite(
  request: APIRequestContext,
  lastName: string,
  login = { email: 'admin@harbour.example', password: demoPassword },
): Promise<number> {
  const call = await callsAs(request, login)
  const { total } = await call<{ total: number }>('GET', `/presence?search=${encodeURIComponent(lastName)}`)
  return total
}
