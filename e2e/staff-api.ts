import type { APIRequestContext } from '@playwright/test'
import { demoPassword } from './pages/staff-pages.ts'

/** How many people of this last name are on site, as the client's admin sees it. */
export async function countOnSite(
  request: APIRequestContext,
  lastName: string,
  email = 'admin@harbour.example',
): Promise<number> {
  const login = await request.post('/api/login', { data: { email, password: demoPassword } })
  const { token } = (await login.json()) as { token: string }
  const answer = await request.get(`/api/presence?search=${encodeURIComponent(lastName)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { total } = (await answer.json()) as { total: number }
  return total
}
