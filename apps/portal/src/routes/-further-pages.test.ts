import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationMenu, mainMenu, type MenuEntry, offeredEntries } from '../features/shell/menu.ts'
import { furtherPages } from './-further-pages.ts'

const routes = new URL('./_app/', import.meta.url)

/** Samples for developers, open to anyone, and Settings, which the search lists separately. */
const unlisted = new Set(['/example', '/settings', '/widgetview'])

/** The pages without ids in their URL, with the source of each. */
const pages = readdirSync(routes)
  .filter((name) => !name.includes('$'))
  .map((name) => ({
    path: `/${name.replace(/(\.index)?\.tsx$/, '').replaceAll(/_?\./g, '/')}`,
    source: readFileSync(new URL(name, routes), 'utf8'),
  }))
  .filter(({ path }) => !unlisted.has(path))

const look = { checkedInUsers: true } as never
const site = { site_id: '1', site_name: 'Quay' }
const people = {
  operator: { admin: false, site_admin: true, access: [] },
  admin: { admin: true, site_admin: false, access: [] },
  manager: { admin: false, site_admin: false, access: [{ ...site, user_type: 'Manager' as const }] },
  staff: { admin: false, site_admin: false, access: [{ ...site, user_type: 'Staff' as const }] },
}
const admitted: [RegExp, (keyof typeof people)[]][] = [
  [/beforeLoad: admitOperators/, ['operator']],
  [/beforeLoad: admitAdmins/, ['operator', 'admin']],
  [/beforeLoad: admitManagers/, ['operator', 'admin', 'manager']],
]

test('the search has each page that somebody may open once, and no other', () => {
  const menus: MenuEntry[] = [...mainMenu, ...configurationMenu, ...furtherPages]
  for (const [name, profile] of Object.entries(people)) {
    const offered = offeredEntries(menus, { profile, look })
      .map(({ to }) => to)
      .filter((to) => typeof to === 'string' && !unlisted.has(to))
    const open = pages
      .filter(({ source }) => {
        const rule = admitted.find(([pattern]) => pattern.test(source))
        return !rule || rule[1].some((one) => one === name)
      })
      .map(({ path }) => path)
    expect(offered.map(String).toSorted(), name).toEqual(open.toSorted())
  }
})
