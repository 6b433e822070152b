import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Adds `before-hydration.js` to the page's head, after the styles. The app's own scripts get a low fetch priority and come last:
 * the styles are needed first, because the server-rendered form can be used without the scripts.
 */
export function beforeHydrationScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'before-hydration.js'), 'utf8')
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
        const script = `\n    <script src="${base}${fileName}"></script>`
        return html
          .replace(tags, '')
          .replace('<!--gatehouse:head-->', () =>
            [...styles, script, '\n    <!--gatehouse:head-->', ...scripts].join('').trimStart(),
          )
      },
    },
  }
}
