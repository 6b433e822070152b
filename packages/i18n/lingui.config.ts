import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const src = (app: string, ...paths: string[]) => paths.map((path) => `<rootDir>/apps/${app}/src/${path}`)
const tests = ['<rootDir>/**/*.test.*', '<rootDir>/**/routeTree.gen.ts']

/** The part of the guest app that only kiosks load. */
const kiosk = src('guest', 'features/check-in/kiosk/**/*')

/** What a pass fetches for musters, after it is there. */
const guestMuster = src('guest', 'features/check-in/muster/**/*')

/** What a phone fetches where a method asks whom somebody visits. */
const guestHosts = src('guest', 'features/check-in/host-*')

/** What a board fetches after it works: musters, the wall and the print. */
const boardLater = src('board', 'features/board/{muster,display}/**/*')

/** What only the server renders of a guest page. */
const server = src('guest', 'features/check-in/before-script.tsx')

/** The errors of the fields of all forms, which come with the first form that is not of an account. */
const fieldMessages = '<rootDir>/packages/i18n/src/field-messages.ts'

/** What the login of the portal says before anything else is fetched. */
const loginPages = [
  ...src('portal', 'router.tsx', 'routes/{__root,login}.tsx', 'features/session/{login,try}*', 'lib/*.*'),
  ...src('portal', 'lib/forms/use-native-form.ts', 'features/shell/{page-error,render-error,toasts}.tsx'),
]
// The words of all error codes are the portal's; a phone has its own list of what a visitor can meet, and a board says none.
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
 * One catalogue per app and language, so that a phone loads only its own words. A kiosk has a
 * second one, and so has what the server renders. The portal has one of the login, one of the shell
 * with Home, and one of all other pages (`apps/portal/src/lib/language.ts`).
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
