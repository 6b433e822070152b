import type { Plugin } from 'vite'
import { flattenLayers } from './flatten-layers.ts'
import { layerOrder } from './layer-order.ts'

/** Flattens the layers of every style sheet of a build; the development server keeps them. */
export function layersFlattened(): Plugin {
  return styleSheetsChanged('gatehouse:layers-flattened', flattenLayers)
}

/** Says the order of the layers at the head of every style sheet: split ones may load before the one that says it. */
export function layersFirst(): Plugin {
  const statement = `@layer ${layerOrder.join(',')};`
  return styleSheetsChanged('gatehouse:layers-first', (css) => `${statement}${css}`)
}

function styleSheetsChanged(name: string, change: (css: string) => string): Plugin {
  return {
    name,
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = change(
          typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
        )
      }
    },
  }
}
