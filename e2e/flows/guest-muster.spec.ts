import { expect, expectAccessible, test } from '../fixtures.ts'
import { keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { callsAs } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test(
  'a pass shows a muster at its site, and its visitor says to be safe',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    const venue = await venues.open({ ...plain, siteName: `Quay ${crypto.randomUUID().slice(0, 8)}` })
    const guest = new GuestPage(page)
    await guest.signIn(venue.key, { firstName: 'Imogen', lastName: 'Achterberg', mobile: '0491 570 156' })
    await expect(page.getByText('Evacuation drill')).toHaveCount(0)

    const call = await callsAs(request, await venues.appoint(venue))
    const [site] = await call<{ id: string }[]>('GET', '/board/sites')
    const siteId = site?.id ?? ''
    await call('POST', `/sites/${siteId}/muster-points`, { name: 'Lawn', place: 'Behind the hall' })
    const { id } = await call<{ id: string }>('POST', '/musters', { site_id: siteId, drill: true })

    await page.reload()
    await expect(page.getByText('Evacuation drill')).toBeVisible()
    await expect(page.getByText('Behind the hall')).toBeVisible()
    const notice = await page.getByRole('alert').filter({ hasText: 'Evacuation drill' }).boundingBox()
    const pass = await page.getByRole('article').first().boundingBox()
    expect((pass?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThanOrEqual(16)
    await keepPicture(page, 'muster-pass')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I am safe' }).click()
    await expect(page.getByText('Staff can see that you reported safe.')).toBeVisible()
    const { marks, roll } = await call<{ marks: object[]; roll: { id: string }[] }>(
      'GET',
      `/board/musters/${id}`,
    )
    expect(marks).toMatchObject([{ state: 'said_safe', person_id: roll[0]?.id, by: null }])
  },
)
