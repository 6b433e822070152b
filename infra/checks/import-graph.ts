import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Area } from './import-rules.ts'

/** A source file of an area and the files it imports by a relative path. Paths begin at the area's folder. */
export interface SourceFile {
  path: string
  imports: readonly string[]
}

interface Edge {
  from: string
  to: string
  /** One import that makes the edge. */
  example: string
}

/** The relative imports, exports and dynamic imports of a file, types included. */
export function importsOf(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be read: ${error.message}`)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])([^$]*)\1$/.exec(text.slice(start, end))
      return literal?.[2] === undefined ? [] : [literal[2]]
    }),
  ]
  return requests
    .filter((request) => request.startsWith('.'))
    .map((request) => posix.normalize(posix.join(posix.dirname(path), request)))
}

/**
 * What is wrong with the imports of an area, one sentence each: an import of a higher layer, a unit without a layer, a cycle between
 * units. Tests below the layer of the modules obey the layers as well; a test makes no cycle.
 */
export function findViolations({ folder, groups, layers }: Area, files: readonly SourceFile[]): string[] {
  const unitOf = (path: string): string => {
    const [first = '', second = ''] = path.split('/')
    return groups.includes(first) ? `${first}/${second}` : first
  }
  const layerOf = (unit: string): number =>
    layers.findIndex(({ units }) =>
      units.some((name) => unit === name || name === unit.replace(/\/.*/, '/*')),
    )
  const violations = new Set<string>()
  const edges = new Map<string, Edge>()
  for (const { path, imports } of files) {
    const from = unitOf(path)
    const layer = layerOf(from)
    const isTest = /\.(?:browser\.)?test\.tsx?$/.test(path)
    if (layers.length > 0 && layer === -1)
      violations.add(`${folder}/${from} has no layer: name it in infra/checks/import-rules.ts.`)
    for (const target of imports) {
      const to = unitOf(target)
      if (target.startsWith('..') || from === to) continue
      const isUpward = layerOf(to) > layer && layer !== -1
      const mayLookUp = isTest && groups.some((group) => from.startsWith(`${group}/`))
      if (isUpward && !mayLookUp)
        violations.add(`${folder}/${path} imports ${to} (${target}). ${layers[layer]?.advice}`)
      // An import upwards is told once, not as part of a cycle too.
      if (!isTest && !isUpward && !edges.has(`${from} ${to}`))
        edges.set(`${from} ${to}`, { from, to, example: `${path} imports ${target}` })
    }
  }
  return [...violations, ...findCycles([...edges.values()]).map((cycle) => describeCycle(folder, cycle))]
}

/** One cycle for each edge that closes one, as a depth-first search meets them. */
function findCycles(edges: readonly Edge[]): Edge[][] {
  const cycles: Edge[][] = []
  const done = new Set<string>()
  const visit = (unit: string, path: readonly Edge[]): void => {
    const start = path.findIndex(({ from }) => from === unit)
    if (start !== -1) {
      cycles.push(path.slice(start))
      return
    }
    if (done.has(unit)) return
    for (const edge of edges) if (edge.from === unit) visit(edge.to, [...path, edge])
    done.add(unit)
  }
  for (const { from } of edges) visit(from, [])
  return cycles
}

function describeCycle(folder: string, cycle: readonly Edge[]): string {
  const units = [...cycle.map(({ from }) => from), cycle[0]?.from].join(' → ')
  const examples = cycle.map(({ example }) => `\n    ${example}`).join('')
  return `${folder} has a cycle: ${units}. Move what both need into the one that is imported, or into a lower one.${examples}`
}
