import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

const FILE = 'before-hydration.js'
const PAGE = 'index.html'
const MANIFEST = '.vite/manifest.json'
/** Marks where the API inserts its part of the head. */
const MARK = '<!--gatehouse:head-->'
const styleSheet = /^<link rel="stylesheet" [^>]*href="([^"]+)">$/

/**
 * Inlines the style sheet and `before-hydration.js` into the head of the page: as files they would
 * cost another round trip before the first paint. The API allows them by their hashes. The app's
 * own scripts get a low fetch priority, because the server-rendered form works without them.
 */
export function inlineHead(): Plugin {
  const written = readFileSync(join(import.meta.dirname, FILE), 'utf8')
  const { code } = minifySync(FILE, written, { compress: { target: 'es2021' } })
  const script = code.trim()
  let base = '/'
  return {
    name: 'gatehouse:inline-head',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    configResolved(config) {
      base = config.base
    },
    generateBundle: {
      // After the HTML is written and the CSS layers are flattened.
      order: 'post',
      handler(_options, bundle) {
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
        if (!first) throw new Error('The build has no first script.')
        const assetOf = (fileName: string) => {
          const file = bundle[fileName]
          if (file?.type !== 'asset') throw new Error(`The build has no ${fileName}.`)
          return file
        }
        const textOf = (fileName: string) => contentOf(assetOf(fileName))
        const write = (fileName: string, text: string) => {
          assetOf(fileName).source = text
        }
        const removeFromManifest = (fileName: string) => {
          const manifest = JSON.parse(textOf(MANIFEST)) as Record<string, { css?: string[] }>
          for (const entry of Object.values(manifest)) {
            if (entry.css?.includes(fileName)) entry.css = entry.css.filter((sheet) => sheet !== fileName)
          }
          write(MANIFEST, JSON.stringify(manifest, null, 2))
        }
        const inlineStyles = (href: string) => {
          const fileName = href.slice(base.length)
          const styles = textOf(fileName)
          delete bundle[fileName]
          removeFromManifest(fileName)
          // Chunks that wait for the removed style sheet wait for the first script, which is
          // already loaded.
          for (const file of Object.values(bundle))
            if (file.type === 'chunk')
              file.code = file.code.replaceAll(`"${fileName}"`, `"${first.fileName}"`)
          return withoutUnusedTokens(styles, Object.values(bundle).map(contentOf).join(''))
        }
        write(PAGE, writeHead(textOf(PAGE), script, inlineStyles))
      },
    },
  }
}

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  if (file.type === 'chunk') return file.code
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}

/** Removes the design-system tokens that neither `styles` nor `others` use. */
export function withoutUnusedTokens(styles: string, others: string): string {
  const used = new Set(Array.from(`${styles}${others}`.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
  return styles.replace(/(?<=[{;])(--[\w-]+):[^;}]*(?:;|(?=\}))/g, (declaration, name) =>
    used.has(name) ? declaration : '',
  )
}

function writeHead(html: string, script: string, inlineStyles: (href: string) => string): string {
  // Vite writes its tags at the end of the head, one per line.
  const start = html.indexOf(MARK)
  const end = html.indexOf('</head>', start)
  const tags = html
    .slice(start + MARK.length, end)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const styles = tags.map((tag) => styleSheet.exec(tag)?.[1]).filter((href) => href !== undefined)
  const head = [
    `<style>${styles.map(inlineStyles).join('')}</style>`,
    `<script>${script}</script>`,
    MARK,
    ...tags.filter((tag) => !styleSheet.test(tag)).map(withLowPriority),
  ]
  return `${html.slice(0, start)}${head.join('\n    ')}\n  ${html.slice(end)}`
}

function withLowPriority(tag: string): string {
  const name = ['<link ', '<script '].find((start) => tag.startsWith(start))
  if (name === undefined) throw new Error(`The head has a tag that is not expected: ${tag}`)
  return `${name}fetchpriority="low" ${tag.slice(name.length)}`
}
