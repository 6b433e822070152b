import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderFirstStep } from '@gatehouse/validation/runtime-config'
import type { Language } from '@gatehouse/validation/vocabulary'
import * as v from 'valibot'
import { pagePolicyWith } from '../lib/page-policy.ts'

export const appNames = ['portal', 'guest', 'board'] as const
export type AppName = (typeof appNames)[number]

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    isEntry: v.optional(v.boolean()),
    css: v.optional(v.array(v.string())),
    imports: v.optional(v.array(v.string())),
  }),
)
type Manifest = v.InferOutput<typeof Manifest>

const firstCatalogue: Record<AppName, string> = { portal: 'login', guest: 'guest', board: 'board' }

export interface BuiltApp {
  name: AppName
  folder: string
  html: string
  /** The Content Security Policy of its pages, where the build has inlined styles or a script. */
  policy?: string | undefined
  catalogues: Partial<Record<Language, string>>
  /** The style sheets of later screens, which the page itself does not load. */
  laterStyles: string[]
  /** Portal only: the scripts and styles of a page within the shell, besides those of every page. */
  pageFiles?: (path: string, language: Language) => PageFiles
  /** Guest app only: renders the first step as HTML, with the components that later hydrate it. */
  renderFirstStep?: RenderFirstStep
}

export interface PageFiles {
  scripts: string[]
  styles: string[]
}

/** The path prefix of the built files of an app. */
export const assetPrefix = (name: AppName) => `/_/${name}/`

export async function readBuiltApps(appsFolder: string): Promise<Record<AppName, BuiltApp>> {
  const apps = await Promise.all(
    appNames.map(async (name) => [name, await readBuiltApp(appsFolder, name)] as const),
  )
  return Object.fromEntries(apps) as Record<AppName, BuiltApp>
}

/**
 * Reads the output of `vite build`.
 * @throws Error that says what to do where the app is not built
 */
export async function readBuiltApp(appsFolder: string, name: AppName): Promise<BuiltApp> {
  const folder = join(appsFolder, name, 'dist')
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(notBuilt(name))
  const html = await read('index.html')
  const manifest = v.parse(Manifest, JSON.parse(await read('.vite/manifest.json')))
  const catalogues: BuiltApp['catalogues'] = {}
  const styles = new Set<string>()
  for (const [source, { file, isEntry, css = [] }] of Object.entries(manifest)) {
    if (!isEntry) for (const sheet of css) styles.add(assetPrefix(name) + sheet)
    const language = new RegExp(`catalogues/${firstCatalogue[name]}/([\\w-]+)\\.(?:po|ts)$`).exec(source)?.[1]
    if (language) catalogues[language as Language] = assetPrefix(name) + file
  }
  const laterStyles = [...styles].filter((sheet) => !html.includes(sheet))
  const app = { name, folder, html, policy: policyOf(html), catalogues, laterStyles }
  if (name === 'portal') return { ...app, pageFiles: filesByPage(manifest) }
  return name === 'guest' ? { ...app, renderFirstStep: await loadWriter(folder).catch(notBuilt(name)) } : app
}

/** The files of the shell with its texts, and of the page where the path is that of a route without parameters. */
function filesByPage(manifest: Manifest): (path: string, language: Language) => PageFiles {
  const files = new Map<string, PageFiles>()
  for (const source of Object.keys(manifest)) {
    const [, route] = /^src\/routes\/(_app(?:\/[\w.]+)?)\.tsx\?/.exec(source) ?? []
    if (route === undefined) continue
    const path = route
      .slice('_app'.length)
      .replaceAll('.', '/')
      .replace(/\/index$/, '')
    files.set(path, filesOf(manifest, source))
  }
  const shell = files.get('') ?? { scripts: [], styles: [] }
  const sources = Object.keys(manifest)
  const textsOf = (catalogue: string, language: Language) =>
    sources
      .filter((source) => source.endsWith(`catalogues/${catalogue}/${language}.po`))
      .flatMap((source) => filesOf(manifest, source).scripts)
  return (path, language) => {
    const page = files.get(path) ?? { scripts: [], styles: [] }
    // Home has the texts of the shell.
    const texts = ['shell', ...(path === '/home' ? [] : ['portal'])].flatMap((catalogue) =>
      textsOf(catalogue, language),
    )
    return {
      scripts: [...new Set([...texts, ...shell.scripts, ...page.scripts])],
      styles: [...new Set([...shell.styles, ...page.styles])],
    }
  }
}

/** The files of a module and of all that it imports, without those of the page itself. */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): PageFiles {
  const chunk = manifest[source]
  if (!chunk || chunk.isEntry || seen.has(source)) return { scripts: [], styles: [] }
  seen.add(source)
  const parts = (chunk.imports ?? []).map((name) => filesOf(manifest, name, seen))
  const prefix = assetPrefix('portal')
  return {
    scripts: [prefix + chunk.file, ...parts.flatMap(({ scripts }) => scripts)],
    styles: [...(chunk.css ?? []).map((file) => prefix + file), ...parts.flatMap(({ styles }) => styles)],
  }
}

/** The policy that allows the page's inline styles and scripts by their hashes, if it has any. */
export function policyOf(html: string): string | undefined {
  const styles = hashesOf(html, 'style')
  const scripts = hashesOf(html, 'script')
  if (styles.length + scripts.length === 0) return undefined
  return pagePolicyWith({ 'style-src': styles, 'script-src': scripts })
}

/** The hashes of the elements without attributes. A script with attributes is a file or data. */
function hashesOf(html: string, element: 'style' | 'script'): string[] {
  const found = html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))
  return Array.from(found, ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

function notBuilt(name: AppName): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`The ${name} app is not built: run \`pnpm build\` (or \`npm start\`, which does).`, {
      cause,
    })
  }
}

async function loadWriter(folder: string): Promise<RenderFirstStep> {
  const { href } = pathToFileURL(join(folder, '.server/render-first-step.js'))
  const built = (await import(href)) as { renderFirstStep: RenderFirstStep }
  return built.renderFirstStep
}
