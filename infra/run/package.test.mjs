import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { inCheckout } from './checkout.mjs'
import { isNeeded, productionFiles } from './package-files.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a package.json. @param {string} path @param {object} manifest */
function write(path, manifest) {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest))
}

/** Links a package as pnpm does. @param {string} link @param {string} target */
function linkPackage(link, target) {
  mkdirSync(dirname(join(folder, link)), { recursive: true })
  symlinkSync(join(folder, target), join(folder, link))
}

const store = (/** @type {string} */ name) => `node_modules/.pnpm/${name}@1/node_modules/${name}`

await test('the files of production are those that the workspace needs at run time', () => {
  write('apps/api', {
    dependencies: { http: '1', '@gatehouse/texts': 'workspace:*' },
    optionalDependencies: { elsewhere: '1' },
    devDependencies: { tester: '1' },
  })
  write('packages/texts', { dependencies: { http: '1' } })
  write(store('http'), {
    dependencies: { parser: '1' },
    peerDependencies: { compiler: '*', driver: '*' },
    peerDependenciesMeta: { compiler: { optional: true }, driver: { optional: true } },
  })
  for (const name of ['parser', 'compiler', 'tester']) write(store(name), {})
  write(store('driver'), {})
  write(store('parser'), { dependencies: { driver: '1' } })
  linkPackage('apps/api/node_modules/http', store('http'))
  linkPackage('apps/api/node_modules/tester', store('tester'))
  linkPackage('apps/api/node_modules/@gatehouse/texts', 'packages/texts')
  linkPackage('packages/texts/node_modules/http', store('http'))
  for (const name of ['parser', 'compiler', 'driver'])
    linkPackage(`node_modules/.pnpm/http@1/node_modules/${name}`, store(name))
  linkPackage('node_modules/.pnpm/parser@1/node_modules/driver', store('driver'))

  const { workspaces, packages, links } = productionFiles(folder, 'apps/api')
  assert.deepEqual(workspaces, ['apps/api', 'packages/texts'])
  assert.deepEqual(packages, [store('driver'), store('http'), store('parser')])
  assert.deepEqual(links.map(({ link, target }) => `${link} → ${target}`).sort(), [
    'apps/api/node_modules/@gatehouse/texts → packages/texts',
    `apps/api/node_modules/http → ${store('http')}`,
    `node_modules/.pnpm/http@1/node_modules/driver → ${store('driver')}`,
    `node_modules/.pnpm/http@1/node_modules/parser → ${store('parser')}`,
    `node_modules/.pnpm/parser@1/node_modules/driver → ${store('driver')}`,
    `packages/texts/node_modules/http → ${store('http')}`,
  ])
})

await test('a missing dependency is named', () => {
  write('apps/api', { dependencies: { http: '1' } })
  assert.throws(() => productionFiles(folder, 'apps/api'), /http of .*api is not installed/)
})

await test('tests, types, source maps and libraries for linking stay behind', () => {
  const names = ['a.test.ts', 'a.d.ts', 'a.d.mts', 'a.js.map', 'liba.a', 'fixtures']
  assert.deepEqual(names.filter(isNeeded), [])
  const needed = ['a.ts', 'test.ts', 'map', 'dates.ts', 'a.sql', 'liba.so.1', 'index.html.br']
  assert.deepEqual(needed.filter(isNeeded), needed)
})

for (const [args, expected] of /** @type {[string[], string[]][]} */ ([
  [['serve'], ['--max-semi-space-size=4', 'main.ts']],
  [['backup'], ['maintenance-command.ts', 'backup']],
  [['restore-test'], ['maintenance-command.ts', 'restore-test']],
  [
    ['restore', 'a b', '--data-dir', 'x'],
    ['restore-command.ts', 'a b', '--data-dir', 'x'],
  ],
  [
    ['recover', '--email', 'ana@example.org'],
    ['recover-command.ts', '--email', 'ana@example.org'],
  ],
  [['verify-log'], ['verify-log-command.ts']],
  [['keys:rotate'], ['config/rotate-keys-command.ts']],
  [['secret:rotate'], ['config/rotate-keys-command.ts', 'secret']],
  [['secret:lost'], ['new-data-key-command.ts']],
])) {
  await test(`./gatehouse ${args.join(' ')} runs its program`, () => {
    const program = writeProgram()
    const { stdout, status } = spawnSync(program, args, { encoding: 'utf8' })
    const src = join(folder, 'apps', 'api', 'src')
    assert.deepEqual(stdout.replaceAll(`${src}/`, '').trimEnd().split('\n'), expected)
    assert.equal(status, 0)
  })
}

await test('./gatehouse works through a link, and explains itself where the command is unknown', () => {
  const program = writeProgram()
  symlinkSync(program, join(folder, 'link'))
  assert.match(
    spawnSync(join(folder, 'link'), ['verify-log'], { encoding: 'utf8' }).stdout,
    /verify-log-command/,
  )
  for (const args of [[], ['start']]) {
    const { stderr, status } = spawnSync(program, args, { encoding: 'utf8' })
    assert.match(stderr, /^Usage: gatehouse <command>/)
    assert.equal(status, 2)
  }
})

/** Writes the command with a Node that prints its arguments. */
function writeProgram() {
  const program = join(folder, 'gatehouse')
  cpSync(inCheckout('infra', 'package', 'gatehouse'), program)
  const node = join(folder, 'bin', 'node')
  mkdirSync(dirname(node))
  writeFileSync(node, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(node, 0o755)
  return program
}
