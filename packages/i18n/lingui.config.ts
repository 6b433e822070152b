import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const src = (app: string, ...paths: string[]) => paths.map((path) => `<rootDir>/apps/${app}/src/${path}`)
const tests = ['**/*.test.*', '**/routeTree.gen.ts']

/** The part of the guest app that only kiosks load. */
const kiosk = src('guest', 'features/check-in/kiosk/**/*')

/** The errors of the fields of all forms, which come with the first form that is not of an account. */
const fieldMessages = '<rootDir>/packages/i18n/src/field-messages.ts'

/** What the login of the portal says before anything else is fetched. */
const loginPages = [
  ...src('portal', 'router.tsx', 'routes/{__root,login}.tsx', 'features/session/{login,try}*', 'lib/*.*'),
  ...src('portal', 'lib/forms/use-native-form.ts', 'features/shell/{page-error,render-error,toasts}.tsx'),
]
// The words of all error codes are the portal's; a phone has its own list of what a visitor can meet, and a board says none.
const login = [...loginPages, '<rootDir>/packages/i18n/src/**/*']

/** What the side bar and Home say besides. */
const shell = [
  ...src('portal', 'routes/_app.tsx', 'routes/_app/home.tsx', 'features/{home,notifications,shell}/**/*'),
  ...src(
    'portal',
    'features/account/account-links.tsx',
    'features/palette/search-item.tsx',
    'lib/list/list-filters.tsx',
  ),
]

function catalogue(name: string, include: string[], exclude: string[] = []) {
  return {
    path: `<rootDir>/packages/i18n/catalogues/${name}/{locale}`,
    include,
    exclude: [...tests, ...exclude],
  }
}

/**
 * One catalogue per app and language, so that a phone loads only its own words. A kiosk has a second one. The portal has three,
 * which `apps/portal/src/lib/language.ts` loads: those of the login and of the side bar are small, and `portal` holds all others.
 */
export default defineConfig({
  rootDir: '../..',
  sourceLocale: 'en-au',
  locales: ['en-au', 'en', 'es'],
  catalogs: [
    catalogue('guest', src('guest', '**/*'), kiosk),
    catalogue('kiosk', kiosk),
    catalogue('board', src('board', '**/*')),
    catalogue('login', login, [fieldMessages]),
    catalogue('shell', shell, login),
    catalogue('portal', [...src('portal', '**/*'), fieldMessages], [...loginPages, ...shell]),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
