import { describe, expect, it } from 'vitest'
import { findViolations, importsOf } from './import-graph.ts'
import { areas } from './import-rules.ts'

const areaOf = (folder: string) => {
  const area = areas.find((one) => one.folder === folder)
  if (!area) throw new Error(`There are no rules for ${folder}`)
  return area
}
const api = areaOf('apps/api/src')
const portal = areaOf('apps/portal/src')
const guest = areaOf('apps/guest/src')
const files = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([path, targets]) => ({ path, imports: targets }))

describe('an import of a higher layer', () => {
  it.each([
    [api, 'jobs/worker.ts', 'modules/auth/login.ts', 'hands it in'],
    [api, 'lib/ids.ts', 'db/client.ts', 'where its nouns are'],
    [api, 'db/client.ts', 'rate-limits/rate-limit.ts', 'hands it in'],
    [api, 'context.ts', 'plugins/route.ts', 'lower folder'],
    [api, 'plugins/access.ts', 'modules/auth/authenticate.ts', 'hands it in'],
    [api, 'modules/auth/login.ts', 'app.ts', 'into a module or lower'],
    [api, 'modules/auth/login.ts', 'keys.ts', 'into a module or lower'],
    [api, 'db/client.test.ts', 'modules/auth/login.ts', 'hands it in'],
    [portal, 'lib/api.ts', 'features/session/session-store.ts', 'lib knows no feature'],
    [portal, 'features/session/login.tsx', 'routes/login.tsx', 'a route wires features'],
    [portal, 'routes/login.tsx', 'router.tsx', 'into a feature or lib'],
  ])('is found, and the sentence says where the code belongs', (area, from, to, advice) => {
    const violations = findViolations(area, files({ [from]: [to], [to]: [] }))
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(`${area.folder}/${from} imports `)
    expect(violations[0]).toContain(advice)
  })
})

describe('an import of what another unit keeps to itself', () => {
  it.each([
    [api, 'modules/me/verify.ts', 'modules/auth/routes.ts', 'never imports the routes'],
    [api, 'modules/me/verify.ts', 'modules/auth/login/routes.ts', 'never imports the routes'],
    [api, 'modules/me/verify.ts', 'modules/auth/routes', 'never imports the routes'],
    [api, 'modules/me/verify.ts', 'modules/auth/*', 'by a fixed path'],
    [api, 'modules/me/verify.ts', 'modules/*', 'by a fixed path'],
    [api, 'modules/me/me.test.ts', 'modules/auth/routes.ts', 'never imports the routes'],
    [portal, 'features/home/home.tsx', 'features/session/session.ts', 'meet in a route'],
    [portal, 'features/home/home.test.ts', 'features/session/session.ts', 'meet in a route'],
    [guest, 'features/check-in/page.tsx', 'features/page/page.tsx', 'meet in a route'],
  ])('is found: %#', (area, from, to, advice) => {
    expect(findViolations(area, files({ [from]: [to] }))).toEqual([
      expect.stringMatching(new RegExp(`^${area.folder}/${from} imports .*${advice}`)),
    ])
  })
  it('is fine within the unit, from above, and of other files of a module', () => {
    const allowed = files({
      'app.ts': ['modules/auth/routes.ts'],
      'modules/auth/routes.ts': ['modules/auth/login/routes.ts'],
      'modules/me/verify.ts': ['modules/auth/routes-of-old.ts', 'modules/auth/queries.ts'],
    })
    expect(findViolations(api, allowed)).toEqual([])
    const route = files({ 'routes/home.tsx': ['features/home/home.tsx', 'features/session/session.ts'] })
    expect(findViolations(portal, route)).toEqual([])
  })
})

it('an import of the own workspace by its name is found, one of another workspace is fine', () => {
  const ui = areaOf('packages/ui/src')
  const imports = [
    '@gatehouse/ui/core/button',
    '@gatehouse/ui',
    '#core/button',
    '@gatehouse/validation/limits',
  ]
  expect(findViolations(ui, files({ 'aria/menu.tsx': imports }))).toEqual(
    imports
      .slice(0, 3)
      .map(
        (name) =>
          `packages/ui/src/aria/menu.tsx imports ${name}. Import its own workspace by relative paths.`,
      ),
  )
})

it.each(['app', 'app.js', 'app.ts'])('a higher layer is found by the path %s', (target) => {
  expect(findViolations(api, files({ 'db/client.ts': [target], 'app.ts': [] }))).toEqual([
    expect.stringContaining('apps/api/src/db/client.ts imports app.ts (app.ts).'),
  ])
})

it('a script may import its workspace, and nothing of another one by a path', () => {
  const [good, bad] = ['../src/db/client.ts', '../../../packages/validation/src/limits.ts'] as const
  expect(findViolations(areaOf('apps/api/scripts'), files({ 'write-folding.ts': [good, bad] }))).toEqual([
    expect.stringContaining('apps/api/scripts/write-folding.ts imports packages/validation/src/limits.ts.'),
  ])
  expect(findViolations(api, files({ 'main.ts': ['../scripts/write-folding.ts'] }))).toHaveLength(1)
})

describe('a cycle', () => {
  it('of two modules is found, although no two files import each other', () => {
    const violations = findViolations(
      api,
      files({
        'modules/auth/login.ts': ['modules/me/profile.ts'],
        'modules/me/profile.ts': [],
        'modules/me/verify.ts': ['modules/auth/tokens.ts'],
        'modules/auth/tokens.ts': [],
      }),
    )
    expect(violations).toEqual([
      expect.stringMatching(/modules\/auth → modules\/me → modules\/auth\..+lower one/),
    ])
    expect(violations[0]).toContain('modules/me/verify.ts imports modules/auth/tokens.ts')
  })

  it('of three modules is found', () => {
    const violations = findViolations(
      api,
      files({
        'modules/a/a.ts': ['modules/b/b.ts'],
        'modules/b/b.ts': ['modules/c/c.ts'],
        'modules/c/c.ts': ['modules/a/a.ts'],
      }),
    )
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain('modules/a → modules/b → modules/c → modules/a')
  })

  it.each([
    [api, 'modules/auth/sessions.ts', 'modules/auth/two-step/policy.ts', 'modules/auth/account.ts'],
    [api, 'modules/auth/login/login.ts', 'modules/auth/two-step/totp.ts', 'modules/auth/login/device.ts'],
    [api, 'db/client.ts', 'db/embedded/start.ts', 'db/connection.ts'],
    [api, 'db/embedded/start.ts', 'db/embedded/fixtures/server.ts', 'db/embedded/ports.ts'],
    [guest, 'features/visit/store.ts', 'features/visit/submission/reply.ts', 'features/visit/flow.ts'],
    [areaOf('packages/ui/src'), 'core/button.tsx', 'core/icons/plus.tsx', 'core/svg.tsx'],
  ])('of the folders inside a unit is found: %#', (area, above, below, shared) => {
    const violations = findViolations(area, files({ [above]: [below], [below]: [shared], [shared]: [] }))
    const folderOf = (path: string) => path.replace(/\/[^/]+$/, '')
    expect(violations).toEqual([
      expect.stringContaining(
        `${area.folder} has a cycle: ${folderOf(above)} → ${folderOf(below)} → ${folderOf(above)}.`,
      ),
    ])
  })

  it('of three folders inside a module is found', () => {
    const violations = findViolations(
      api,
      files({
        'modules/auth/sessions.ts': ['modules/auth/two-step/totp.ts'],
        'modules/auth/two-step/totp.ts': ['modules/auth/password/strength.ts'],
        'modules/auth/password/strength.ts': ['modules/auth/sessions.ts'],
      }),
    )
    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(
      'modules/auth → modules/auth/two-step → modules/auth/password → modules/auth',
    )
  })

  it('of folders is found where there are no layers', () => {
    const violations = findViolations(
      areaOf('packages/ui/src'),
      files({ 'core/button.tsx': ['aria/menu.tsx'], 'aria/menu.tsx': ['core/button.tsx'] }),
    )
    expect(violations).toHaveLength(1)
  })
})

describe('an import that leaves the source folder', () => {
  const outside = { test: '../test/factories.ts', other: '../../../packages/validation/src/limits.ts' }
  it.each([
    ['db/client.ts', outside.test, 'apps/api/test/factories.ts'],
    ['db/client.ts', outside.other, 'packages/validation/src/limits.ts'],
    ['db/client.test.ts', outside.other, 'packages/validation/src/limits.ts'],
    ['main.ts', '../package.json', 'apps/api/package.json'],
    ['main.ts', '../../api-tools/src/x.ts', 'apps/api-tools/src/x.ts'],
    ['lib/ids.test.ts', '../../api-tools/src/x.ts', 'apps/api-tools/src/x.ts'],
  ])('is found: %s imports %s', (from, target, named) => {
    expect(findViolations(api, files({ [from]: [target] }))).toEqual([
      expect.stringContaining(
        `apps/api/src/${from} imports ${named}. Import another workspace by its package`,
      ),
    ])
  })
  it('is fine in a test that stays in its workspace', () => {
    expect(findViolations(api, files({ 'db/client.test.ts': [outside.test] }))).toEqual([])
  })
})

it('a folder that the rules do not name is found', () => {
  expect(findViolations(api, files({ 'helpers/x.ts': [] }))).toEqual([
    'apps/api/src/helpers has no layer: name it in infra/checks/import-rules.ts.',
  ])
})

it('imports downwards, inside a folder and of a module’s test are fine', () => {
  const violations = findViolations(
    api,
    files({
      'main.ts': ['server.ts'],
      'server.ts': ['app.ts', 'modules/auth/login.ts'],
      'modules/auth/login.ts': ['modules/auth/tokens.ts', 'modules/notifications/notify.ts', 'db/client.ts'],
      'modules/auth/tokens.ts': ['modules/auth/login.ts'],
      'modules/notifications/notify.test.ts': ['modules/auth/login.ts', 'keys.ts', '../test/factories.ts'],
      'modules/auth/two-step/totp.ts': ['modules/auth/tokens.ts'],
      'modules/auth/auth.test.ts': ['modules/auth/two-step/totp.ts'],
    }),
  )
  expect(violations).toEqual([])
})

it('imports of every kind are read, types and dynamic ones included', () => {
  const text = `
    import a from './a.ts'
    import type { B } from '../b.ts'
    import './c.css'
    export { d } from './d.ts'
    export * from './e.ts'
    import fastify from 'fastify'
    const f = () => import('./f.ts')
    const g = (name: string) => import(\`./\${name}.ts\`)
    const h = (name: string) => import(\`../h/words-\${name}.ts\`)
    const i = (name: string) => import('./i/' + name + '.ts')
    const j = () => import(\`./j.ts\`)
    const k: typeof import('./k.ts') = await f()
    type L = import('../l.ts').L<import('./m.ts').M>
    const n = (path: string) => import(path)
    // import './comment.ts'
    const text = "import './text.ts'"
  `
  expect(importsOf('folder/file.ts', text)).toEqual([
    'folder/a.ts',
    'b.ts',
    'folder/c.css',
    'folder/d.ts',
    'folder/e.ts',
    'folder/f.ts',
    'folder/*',
    'h/*',
    'folder/i/*',
    'folder/j.ts',
    'folder/k.ts',
    'l.ts',
    'folder/m.ts',
  ])
})

it('imports of CommonJS, globs, the root of Vite and the own name are read', () => {
  const text = `
    import a = require('./a.ts')
    const load = createRequire(import.meta.url)
    load('./b.ts')
    load.resolve('./c.ts')
    createRequire(import.meta.url)('./d.ts')
    require('./e.cjs')
    import.meta.glob('./f/*.ts')
    import.meta.glob(['../g/**/*.tsx', '!./not.ts', '/src/h/{a,b}.ts'], { eager: true })
    import('/src/i.ts')
    import './k.svg?raw'
    import('/vite.config.ts')
    import '@gatehouse/ui/core/button'
    import '#j'
    load('postgres')
    const other = (text: string) => text
    other('./text.ts')
  `
  expect(importsOf('folder/file.mts', text).toSorted()).toEqual(
    [
      'folder/a.ts',
      'folder/b.ts',
      'folder/c.ts',
      'folder/d.ts',
      'folder/e.cjs',
      'folder/f/*',
      'g/*',
      'h/*',
      'i.ts',
      'folder/k.svg',
      '../vite.config.ts',
      '@gatehouse/ui/core/button',
      '#j',
    ].toSorted(),
  )
})

it('a type import and a computed import of a higher layer are found', () => {
  const text = `
    const writers = (name: string) => import(\`../modules/\${name}/routes.ts\`)
    type App = typeof import('../app.ts')
  `
  const path = 'db/client.ts'
  expect(findViolations(api, files({ [path]: importsOf(path, text) }))).toEqual([
    expect.stringContaining('apps/api/src/db/client.ts imports modules/* (modules/*).'),
    expect.stringContaining('apps/api/src/db/client.ts imports app.ts (app.ts).'),
  ])
})
