import { describe, expect, it } from 'vitest'
import { configurationMenu, mainMenu, offeredEntries } from './menu.ts'
import { settingsMenu } from './settings-menu.ts'

it.each([
  ['side bar', [...mainMenu, ...configurationMenu]],
  ['list of Settings', settingsMenu],
])('no two entries of the %s have the same icon: a folded menu shows nothing else', (_, menu) => {
  const icons = menu.map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})

describe('Settings offers', () => {
  const person = { admin: false, site_admin: false, access: [] }
  const access = (user_type: 'Manager' | 'Staff') => [{ site_id: '', site_name: '', user_type }]
  const ofAll = ['/settings', '/settings/bans']
  const ofManagers = ['/settings', '/settings/bans', '/notification_management']
  const all = settingsMenu.map(({ to }) => to)
  it.each([
    ['staff the general page and the bans', { ...person, access: access('Staff') }, ofAll],
    ['managers the recipients too', { ...person, access: access('Manager') }, ofManagers],
    ['administrators every page', { ...person, admin: true }, all],
    ['site administrators every page', { ...person, site_admin: true }, all],
  ])('%s', (_, profile, pages) => {
    const look = { checkedInUsers: true, helpWidget: true }
    const offered = offeredEntries(settingsMenu, { profile, look })
    expect(offered.map(({ to }) => to)).toEqual(pages)
  })
})
