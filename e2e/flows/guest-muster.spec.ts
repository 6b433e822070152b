import { expect, expectAccessible, test } from '../fixtures.ts'
import { keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { plain } from '../pages/venue-plans.ts'

test('a pass shows a muster at its site, and its visitor says to be safe', async ({ page, venues }) => {
  const venue = await venues.open({ ...plain, siteName: `Quay ${crypto.randomUUID().slice(0, 8)}` })
  const guest = new GuestPage(page)
  await guest.signIn(venue.key, { firstName: 'Imogen', lastName: 'Achterberg', mobile: '0491 570 156' })
  await expect(page.getByText('Evacuation drill')).toHaveCount(0)

  const login = await page.request.post('/api/login', { data: await venues.appoint(venue) })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const listed = await page.request.get('/api/board/sites', { headers })
  const [site] = (await listed.json()) as { id: string }[]
  const siteId = site?.id ?? ''
  await page.request.post(`/api/sites/${siteId}/muster-points`, {
    headers,
    data: { name: 'Lawn', place: 'Behind the hall' },
  })
  const started = await page.request.post('/api/musters', {
    headers,
    data: { site_id: siteId, drill: true },
  })
  const { id } = (await started.json()) as { id: string }

  await page.reload()
  await expect(page.getByText('Evacuation drill')).toBeVisible()
  await expect(page.getByText('Behind the hall')).toBeVisible()
  await keepPicture(page, 'muster-pass')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I am safe' }).click()
  await expect(page.getByText('The staff know that you say you are safe.')).toBeVisible()
  const read = await page.request.get(`/api/musters/${id}`, { headers })
  const { marks, roll } = (await read.json()) as { marks: object[]; roll: { id: string }[] }
  expect(marks).toMatchObject([{ state: 'said_safe', person_id: roll[0]?.id, by: null }])
})
