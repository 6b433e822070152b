import { layerOrder } from './layer-order.ts'

/**
 * A style sheet without cascade layers: their rules stand in the order of the layers, and what is in none comes last.
 * Browsers from before 2022 skip a whole `@layer` block; nothing can lower it but its order.
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

// The index of the brace that closes the block which is open at `start`; strings and comments are passed over.
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
