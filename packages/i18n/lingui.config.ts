import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const apps = ['guest', 'board', 'portal']

/** One catalogue per app and language, so that a phone loads only its own words. */
export default defineConfig({
  rootDir: '../..',
  sourceLocale: 'en-au',
  locales: ['en-au', 'en', 'es'],
  catalogs: apps.map((app) => ({
    path: `<rootDir>/packages/i18n/catalogues/${app}/{locale}`,
    // The words of all error codes are the portal's; a phone has its own list of what a visitor can meet, and a board says none.
    include: [`<rootDir>/apps/${app}/src`, ...(app === 'portal' ? ['<rootDir>/packages/i18n/src'] : [])],
    exclude: ['**/*.test.*', '**/routeTree.gen.ts'],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
