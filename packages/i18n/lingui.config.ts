import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const apps = ['guest', 'board', 'portal']
/** The part of the guest app that only kiosks load. */
const kiosk = 'apps/guest/src/features/check-in/kiosk'
const exclude = ['**/*.test.*', '**/routeTree.gen.ts']

/** One catalogue per app and language, so that a phone loads only its own words. A kiosk has a second one. */
export default defineConfig({
  rootDir: '../..',
  sourceLocale: 'en-au',
  locales: ['en-au', 'en', 'es'],
  catalogs: [
    ...apps.map((app) => ({
      path: `<rootDir>/packages/i18n/catalogues/${app}/{locale}`,
      // The words of all error codes are the portal's; a phone has its own list of what a visitor can meet, and a board says none.
      include: [`<rootDir>/apps/${app}/src`, ...(app === 'portal' ? ['<rootDir>/packages/i18n/src'] : [])],
      exclude: [...exclude, `<rootDir>/${kiosk}`],
    })),
    { path: '<rootDir>/packages/i18n/catalogues/kiosk/{locale}', include: [`<rootDir>/${kiosk}`], exclude },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
