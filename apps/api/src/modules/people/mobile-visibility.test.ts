import { userTypes } from '@gatehouse/validation/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSiteCheck } from '../sites/policy.ts'
import { mobileVisibility, rightToReadMobiles } from './mobile-visibility.ts'

const mobile = '+61491570156'
const reader = (rights: Partial<Parameters<typeof mobileVisibility>[0]> = {}) => ({
  clientId: 'own client',
  admin: false,
  siteAdmin: false,
  access: [],
  ...rights,
})
const withEntry = (userType: (typeof userTypes)[number]) =>
  reader({ access: [{ siteId: 'own site', siteName: '', userType }] })
const at = (siteId: string, isOnSite: boolean, clientId = 'own client') => ({ clientId, siteId, isOnSite })

describe('a number is read in full', () => {
  const rights = {
    Guest: withEntry('Guest'),
    Device: withEntry('Device'),
    Staff: withEntry('Staff'),
    Manager: withEntry('Manager'),
    admin: reader({ admin: true }),
    site_admin: reader({ siteAdmin: true }),
    nobody: reader(),
  }
  const stays = {
    'on the own site now': at('own site', true),
    'of a past visit to the own site': at('own site', false),
    'on another site now': at('other site', true),
    'of a past visit to another site': at('other site', false),
    'on a site of another client': at('own site', true, 'other client'),
  }
  const watcher = ['on the own site now']
  it.each<[keyof typeof rights, string[]]>([
    ['nobody', []],
    ['Guest', watcher],
    ['Device', watcher],
    ['Staff', watcher],
    ['Manager', ['on the own site now', 'of a past visit to the own site']],
    ['admin', Object.keys(stays).filter((name) => !name.includes('client'))],
    ['site_admin', Object.keys(stays)],
  ])('by %s: %j', (name, readable) => {
    const mobiles = mobileVisibility(rights[name])
    const inFull = Object.entries(stays).filter(([, stay]) => !mobiles.show(stay, mobile).isMasked)
    expect(inFull.map(([stay]) => stay)).toEqual(readable)
    for (const [stayName, stay] of Object.entries(stays)) {
      expect(mobiles.show(stay, mobile).mobile).toBe(readable.includes(stayName) ? mobile : '••• 156')
    }
  })
})

it('is shown in full exactly where the right says so, by which it is searched too', () => {
  const site = fc.constantFrom('s1', 's2', 's3')
  const anybody = fc.record({
    clientId: fc.constant('own client'),
    admin: fc.boolean(),
    siteAdmin: fc.boolean(),
    access: fc.array(
      fc.record({ siteId: site, siteName: fc.constant(''), userType: fc.constantFrom(...userTypes) }),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(anybody, site, fc.boolean(), (who, siteId, isOnSite) => {
      const mayRead = createSiteCheck(who, rightToReadMobiles({ isOnSite }))
      const { isMasked } = mobileVisibility(who).show(at(siteId, isOnSite), mobile)
      expect(isMasked).toBe(!mayRead({ clientId: 'own client', siteId }))
    }),
  )
})

it.each([
  ['', null, false],
  [null, null, false],
  [undefined, null, false],
  ['+611234567', '••• 567', true],
])('a number %j is shown as %j', (stored, shown, isMasked) => {
  expect(mobileVisibility(reader()).show(at('own site', true), stored)).toEqual({ mobile: shown, isMasked })
})
