import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppName, appNames, type BuiltApp } from '../src/pages/built-app.ts'

const html =
  '<!doctype html><html lang="en-AU"><head><title>Gatehouse</title><!--gatehouse:head--></head>' +
  '<body><div id="app"><!--gatehouse:page--></div></body></html>'

/** Writes front ends with one page and one script each, in the layout of a build. */
export async function writeBuiltPages(parent: string): Promise<Record<AppName, BuiltApp>> {
  const apps = await Promise.all(
    appNames.map(async (name): Promise<[AppName, BuiltApp]> => {
      const folder = join(parent, name)
      await mkdir(join(folder, 'assets'), { recursive: true })
      await writeFile(join(folder, 'index.html'), html)
      await writeFile(join(folder, 'assets', 'app.js'), `export const app = '${name}'\n`)
      return [name, { name, folder, html, catalogues: {}, laterStyles: [] }]
    }),
  )
  return Object.fromEntries(apps) as Record<AppName, BuiltApp>
}
