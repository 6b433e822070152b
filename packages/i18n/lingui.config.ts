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
    include: [`<rootDir>/apps/${app}/src`, '<rootDir>/packages/i18n/src'],
    exclude: ['**/*.test.*', '**/routeTree.gen.ts'],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
