import type { Plugin } from 'vite'

const statement = '@layer reset,tokens,ui,app;'

/** Says the order of the layers at the head of every style sheet: split ones may load before the one that says it. */
export function layersFirst(): Plugin {
  return {
    name: 'gatehouse:layers-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        const css = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
        file.source = `${statement}${css}`
      }
    },
  }
}
