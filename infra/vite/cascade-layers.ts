import type { Plugin } from 'vite'

/** The cascade layers in order, as declared in `packages/ui/src/layers.css`. A later layer wins. */
export const layerOrder = ['reset', 'tokens', 'ui', 'app']

/** Flattens the layers of every style sheet of a build. The development server keeps the layers. */
export function layersFlattened(): Plugin {
  return transformStyleSheets('gatehouse:layers-flattened', flattenLayers)
}

/**
 * Declares the layer order at the start of every style sheet, because chunks may load before the
 * sheet that declares it.
 */
export function layersFirst(): Plugin {
  const statement = `@layer ${layerOrder.join(',')};`
  return transformStyleSheets('gatehouse:layers-first', (css) => `${statement}${css}`)
}

function transformStyleSheets(name: string, transform: (css: string) => string): Plugin {
  return {
    name,
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = transform(
          typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
        )
      }
    },
  }
}

/**
 * Removes the cascade layers of a style sheet. Its rules are sorted by layer; rules outside of
 * layers come last. Browsers older than 2022 ignore `@layer` blocks, and no CSS compiler can lower
 * them.
 * @throws for an undeclared layer or an unclosed block
 */
export function flattenLayers(css: string): string {
  const layers = new Map(layerOrder.map((name) => [name, '']))
  let rest = ''
  let at = 0
  for (const found of css.matchAll(/@layer\s+([\w-]+)\s*\{|@layer[^;{]*;/g)) {
    if (found.index < at) continue
    rest += css.slice(at, found.index)
    at = found.index + found[0].length
    const [, name] = found
    if (name === undefined) continue
    const before = layers.get(name)
    if (before === undefined) throw new Error(`The layer ${name} is not one of ${layerOrder.join(', ')}.`)
    const end = endOfBlock(css, at)
    layers.set(name, before + css.slice(at, end))
    at = end + 1
  }
  return [...layers.values()].join('') + rest + css.slice(at)
}

/**
 * The index of the closing brace of the block open at `start`. Braces in strings and comments do
 * not count.
 */
function endOfBlock(css: string, start: number): number {
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|[{}]/g
  tokens.lastIndex = start
  let depth = 1
  for (let token = tokens.exec(css); token; token = tokens.exec(css)) {
    if (token[0] === '{') depth += 1
    if (token[0] === '}') depth -= 1
    if (depth === 0) return token.index
  }
  throw new Error('A layer of the style sheet is not closed.')
}
