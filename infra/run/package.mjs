// npm run package: writes release/gatehouse-<version>-<platform>-<arch>.tar.gz, which runs on a
// server without a package registry and without a build. docs/production.md says how.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { inCheckout, readJson, root } from './checkout.mjs'
import { endChildren, onEndSignals } from './children.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode26 } from './node-26.mjs'
import { builtPages, isNeeded, productionFiles } from './package-files.mjs'
import { Failure, phase, say, tellFailure } from './say.mjs'
import { runTool } from './tool.mjs'

const documents = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  '.env.example',
  'docs',
  'infra/monitoring',
  'infra/postgresql',
  'infra/proxy',
  'infra/systemd',
]

const release = inCheckout('release')
/** As infra/package/gatehouse names it. */
const COMPILE_CACHE = 'lib/compile-cache'

/** Copies a file or folder of the checkout to the same place. @param {string} stage @param {string} path */
function copy(stage, path) {
  const filter = (/** @type {string} */ source) => isNeeded(basename(source))
  cpSync(inCheckout(path), join(stage, path), { recursive: true, verbatimSymlinks: true, filter })
}

/**
 * Compiles the program's modules, so that the server needs no TypeScript compiler in its memory. A
 * start with a wrong setting loads them all, and ends.
 * @param {string} stage
 */
function compile(stage) {
  const cache = join(stage, COMPILE_CACHE)
  const env = { NODE_COMPILE_CACHE: cache, NODE_COMPILE_CACHE_PORTABLE: '1', PORT: 'none' }
  const program = join(stage, 'apps', 'api', 'src', 'main.ts')
  const { stderr } = spawnSync(join(stage, 'bin', 'node'), [program], { env, encoding: 'utf8' })
  if (!existsSync(cache)) throw new Failure(`The program could not be compiled: ${stderr}`)
}

/** Fills a folder with what the archive contains. @param {string} stage */
function fill(stage) {
  const { workspaces, packages, links } = productionFiles(root, 'apps/api')
  const sources = workspaces.flatMap((folder) => [`${folder}/package.json`, `${folder}/src`])
  for (const path of [...documents, ...sources, ...packages, ...builtPages(root)]) copy(stage, path)
  for (const { link, target } of links) {
    const path = join(stage, link)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(relative(dirname(path), join(stage, target)), path)
  }
  const node = findNode26()
  cpSync(node, join(stage, 'bin', 'node'))
  // Node needs this library, which a minimal Debian lacks.
  const [, library] = /(\/\S+\/libatomic\.so\.1) /.exec(spawnSync('ldd', [node]).stdout.toString()) ?? []
  if (library) cpSync(realpathSync(library), join(stage, 'lib', 'libatomic.so.1'))
  cpSync(inCheckout('infra', 'package', 'gatehouse'), join(stage, 'gatehouse'))
  const { name, version, license, type } = readJson(inCheckout('package.json'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify({ name, version, license, type }, null, 2)}\n`)
}

let stage = ''
const removeStage = () => stage && rmSync(stage, { recursive: true, force: true })
onEndSignals(() => {
  removeStage()
  void endChildren('SIGTERM').then(() => process.exit(143))
})

try {
  if (process.platform !== 'linux') throw new Failure('Archives are for Linux, and are made on Linux.')
  await ensureInstalled()
  await ensureBuilt()
  const { version } = readJson(inCheckout('package.json'))
  const archive = join(release, `gatehouse-${version}-${process.platform}-${process.arch}.tar.gz`)
  mkdirSync(release, { recursive: true })
  stage = mkdtempSync(join(release, 'unfinished-'))
  await phase('Packing', async () => {
    fill(join(stage, 'content'))
    compile(join(stage, 'content'))
    await runTool({
      name: 'package',
      command: 'tar',
      args: [
        '--create',
        '--gzip',
        '--sort=name',
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--mode=u+rw,go-w,a+rX',
        `--file=${join(stage, 'archive')}`,
        `--directory=${join(stage, 'content')}`,
        '.',
      ],
      advice: 'GNU tar and gzip are needed.',
    })
    renameSync(join(stage, 'archive'), archive)
  })
  say(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)`)
} catch (error) {
  tellFailure(error)
  process.exitCode = 1
} finally {
  removeStage()
}
