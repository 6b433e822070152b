import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Failure } from './say.mjs'

/** What only developers read: tests, types, source maps and libraries for linking. */
const development = /(?:\.test\.tsx?|\.d\.[cm]?ts|\.map|\.a)$|^fixtures$/

/**
 * Whether a production installation needs a file or folder of this name.
 * @param {string} name
 */
export const isNeeded = (name) => !development.test(name)

/**
 * The workspaces, packages and links that a workspace needs at run time, as paths relative to the
 * checkout. An optional peer is linked only if something else needs it.
 * @param {string} base the checkout, with its packages installed
 * @param {string} workspace
 */
export function productionFiles(base, workspace) {
  const root = realpathSync(base)
  /** @type {Set<string>} */
  const folders = new Set()
  /** @type {{ link: string, target: string, isOptional: boolean }[]} */
  const links = []
  const waiting = [join(root, workspace)]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folders.has(folder)) continue
    folders.add(folder)
    const modules = modulesOf(folder)
    for (const [name, kind] of dependenciesOf(folder)) {
      const link = join(modules, name)
      if (!existsSync(link)) {
        if (kind === 'required') throw new Failure(`${name} of ${folder} is not installed. Run: npm start`)
        continue
      }
      const target = realpathSync(link)
      links.push({ link, target, isOptional: kind === 'optionalPeer' })
      if (kind !== 'optionalPeer') waiting.push(target)
    }
  }
  const here = (/** @type {string} */ path) => relative(root, path).split(sep).join('/')
  const all = [...folders].map(here).sort()
  return {
    workspaces: all.filter((folder) => !folder.startsWith('node_modules/')),
    packages: all.filter((folder) => folder.startsWith('node_modules/')),
    links: links
      .filter(({ target, isOptional }) => !isOptional || folders.has(target))
      .map(({ link, target }) => ({ link: here(link), target: here(target) })),
  }
}

/** The folder in which pnpm links the dependencies of a package. @param {string} folder */
function modulesOf(folder) {
  const marker = `${sep}node_modules${sep}`
  const at = folder.lastIndexOf(marker)
  return at < 0 ? join(folder, 'node_modules') : folder.slice(0, at + marker.length - 1)
}

/**
 * @param {string} folder
 * @returns {Map<string, 'required' | 'optional' | 'optionalPeer'>}
 */
function dependenciesOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
  const peers = Object.keys(peerDependencies).map((name) => {
    const isOptional = manifest.peerDependenciesMeta?.[name]?.optional === true
    return /** @type {const} */ ([name, isOptional ? 'optionalPeer' : 'required'])
  })
  const names = (/** @type {object} */ group, /** @type {'required' | 'optional'} */ kind) =>
    Object.keys(group).map((name) => /** @type {const} */ ([name, kind]))
  // The last one counts: npm lists optional dependencies among the dependencies too.
  return new Map([...peers, ...names(dependencies, 'required'), ...names(optionalDependencies, 'optional')])
}

/** The built front ends: `apps/<app>/dist`. @param {string} base */
export const builtPages = (base) =>
  readdirSync(join(base, 'apps'))
    .map((app) => `apps/${app}/dist`)
    .filter((folder) => existsSync(join(base, folder)))
    .sort()
