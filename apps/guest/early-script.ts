import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts `early.js` into the page's head, where it holds up nothing that the styles do not. The app's own scripts give way to the styles:
 * the form stands and can be typed into without them.
 */
export function earlyScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'early.js'), 'utf8')
  const fileName = `assets/early-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
  let base = '/'
  return {
    name: 'gatehouse:early-script',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    configResolved(config) {
      base = config.base
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const tags =
          /\s*<(?:link rel="(?:stylesheet|modulepreload)"[^>]*>|script type="module"[^>]*><\/script>)/g
        const all = html.match(tags) ?? []
        const styles = all.filter((tag) => tag.includes('"stylesheet"'))
        const scripts = all
          .filter((tag) => !tag.includes('"stylesheet"'))
          .map((tag) => tag.replace(/<(link|script) /, '<$1 fetchpriority="low" '))
        const early = `\n    <script src="${base}${fileName}"></script>`
        return html
          .replace(tags, '')
          .replace('<!--gatehouse:head-->', () =>
            [...styles, early, '\n    <!--gatehouse:head-->', ...scripts].join('').trimStart(),
          )
      },
    },
  }
}
