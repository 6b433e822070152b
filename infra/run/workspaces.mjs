import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of all workspaces, relative to the checkout. @param {string} base */
export function workspaces(base) {
  const groups = ['apps', 'packages'].flatMap((group) =>
    existsSync(join(base, group)) ? readdirSync(join(base, group)).map((name) => `${group}/${name}`) : [],
  )
  return [...groups, 'e2e'].filter((folder) => existsSync(join(base, folder, 'package.json')))
}
