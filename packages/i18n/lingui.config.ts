import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const src = (app: string, ...paths: string[]) => paths.map((path) => `<rootDir>/apps/${app}/src/${path}`)
const tests = ['<rootDir>/**/*.test.*', '<rootDir>/**/routeTree.gen.ts']

/** The part of the guest app that only kiosks load. */
const kiosk = src('guest', 'features/check-in/kiosk/**/*')

/** What a pass loads later, for musters. */
const guestMuster = src('guest', 'features/check-in/muster/**/*')

/** What a phone loads where a method asks who the visitor is visiting. */
const guestHosts = src('guest', 'features/check-in/host-*')

/** What a board loads later: musters, wall mode and printing. */
const boardLater = src('board', 'features/board/{muster,display}/**/*')

/** What only the server renders of a guest page. */
const server = src('guest', 'features/check-in/before-script.tsx')

/** The errors of all forms' fields, loaded with the first form that isn't about an account. */
const fieldMessages = '<rootDir>/packages/i18n/src/field-messages.ts'

/** What the login of the portal shows before anything else is loaded. */
const loginPages = [
  ...src('portal', 'router.tsx', 'routes/{__root,login}.tsx', 'features/session/{login,try}*', 'lib/*.*'),
  ...src('portal', 'lib/forms/use-native-form.ts', 'features/shell/{page-error,render-error,toasts}.tsx'),
]
// The texts of all error codes are the portal's. Phones list those that a visitor can meet, and
// boards show none.
const login = [...loginPages, '<rootDir>/packages/i18n/src/**/*']

/** The side bar and Home. */
const shell = src(
  'portal',
  'routes/{_app,_app/home}.tsx',
  'features/{home,notifications,shell}/**/*',
  'features/account/account-links.tsx',
  'features/palette/search-item.tsx',
  'lib/list/list-filters.tsx',
)

function catalogue(name: string, include: string[], exclude: string[] = []) {
  return {
    path: `<rootDir>/packages/i18n/catalogues/${name}/{locale}`,
    include,
    exclude: [...tests, ...exclude],
  }
}

/**
 * One catalogue per app and language, so that a phone loads only its own texts. A kiosk has a
 * second one, and so has the page that the server renders. The portal has one for the login, one
 * for the shell with Home, and one for all other pages (`apps/portal/src/lib/language.ts`).
 */
export default defineConfig({
  rootDir: '../..',
  sourceLocale: 'en-au',
  locales: ['en-au', 'en', 'es'],
  catalogs: [
    catalogue('guest', src('guest', '**/*'), [...kiosk, ...server, ...guestMuster, ...guestHosts]),
    catalogue('guest-muster', guestMuster),
    catalogue('guest-hosts', guestHosts),
    catalogue('guest-server', server),
    catalogue('kiosk', kiosk),
    catalogue('board', src('board', '**/*'), boardLater),
    catalogue('board-later', boardLater),
    catalogue('login', login, [fieldMessages]),
    catalogue('shell', shell, loginPages),
    catalogue('portal', [...src('portal', '**/*'), fieldMessages], [...loginPages, ...shell]),
  ],
  runtimeConfigModule: { Trans: ['@gatehouse/i18n/trans', 'Trans'] },
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
})
