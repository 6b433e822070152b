import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const FILE = 'before-hydration.js'
/** The place in the head where the API writes. */
const MARK = '<!--gatehouse:head-->'

/**
 * Adds `before-hydration.js` to the page's head, after the styles. The app's own scripts get a low fetch priority and come last:
 * the styles are needed first, because the server-rendered form can be used without the scripts.
 */
export function beforeHydrationScript(): Plugin {
  const written = readFileSync(join(import.meta.dirname, FILE), 'utf8')
  const { code: source } = minifySync(FILE, written, { compress: { target: 'es2019' } })
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const fileName = `assets/before-hydration-${hash}.js`
  let base = '/'
  return {
    name: 'gatehouse:before-hydration',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    configResolved(config) {
      base = config.base
    },
    generateBundle() {
      // The manifest lists assets that have a name and an original name.
      this.emitFile({ type: 'asset', fileName, source, name: FILE, originalFileName: FILE })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        // Vite writes its tags at the end of the head, one a line.
        const start = html.indexOf(MARK) + MARK.length
        const end = html.indexOf('</head>', start)
        const tags = html
          .slice(start, end)
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
        const isStyle = (tag: string) => tag.startsWith('<link rel="stylesheet" ')
        const head = [
          ...tags.filter(isStyle),
          `<script src="${base}${fileName}"></script>`,
          MARK,
          ...tags.filter((tag) => !isStyle(tag)).map(withLowPriority),
        ]
        return `${html.slice(0, start - MARK.length)}${head.join('\n    ')}\n  ${html.slice(end)}`
      },
    },
  }
}

function withLowPriority(tag: string): string {
  const name = ['<link ', '<script '].find((start) => tag.startsWith(start))
  if (name === undefined) throw new Error(`The head has a tag that is not expected: ${tag}`)
  return `${name}fetchpriority="low" ${tag.slice(name.length)}`
}
