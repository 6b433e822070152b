import { posix } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
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

/**
 * The relative imports, exports and dynamic imports of a file, types included. A path that is computed from its file name on, such as
 * `` `./words/${name}.ts` ``, becomes `words/*`. A path whose beginning is computed is not among them.
 */
export function importsOf(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be read: ${error.message}`)
  const requests: string[] = []
  const add = (source: Expression | null) => {
    if (source) requests.push(requestOf(source))
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program)
  return requests
    .filter((request) => request.startsWith('.'))
    .map((request) => posix.normalize(posix.join(posix.dirname(path), request)))
}

/** The path of an import. From the first computed part on, the file name is replaced by `*`. */
function requestOf(source: Expression): string {
  const folderOf = (text: string) => `${text.slice(0, text.lastIndexOf('/') + 1)}*`
  switch (source.type) {
    case 'Literal':
      return String(source.value)
    case 'TemplateLiteral': {
      const beginning = source.quasis[0]?.value.cooked ?? ''
      return source.expressions.length === 0 ? beginning : folderOf(beginning)
    }
    case 'BinaryExpression':
      return source.left.type === 'PrivateIdentifier' ? '' : folderOf(requestOf(source.left))
    default:
      return ''
  }
}

/**
 * What is wrong with the imports of an area, one sentence each:
 * - an import of a higher layer, and a unit without a layer
 * - an import that leaves the area. A test may import the other folders of its workspace.
 * - a cycle between units, or between the folders of a unit. The files that lie directly in a folder count as that folder.
 *
 * Tests below the layer of the modules obey the layers as well. A test makes no cycle.
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
  const workspace = posix.dirname(folder)
  const violations = new Set<string>()
  const edges = new Map<string, Edge>()
  for (const { path, imports } of files) {
    const from = unitOf(path)
    const layer = layerOf(from)
    const isTest = /\.(?:browser\.)?test\.tsx?$/.test(path)
    const addEdge = (one: string, other: string, target: string) => {
      if (!isTest && one !== other && !edges.has(`${one} ${other}`))
        edges.set(`${one} ${other}`, { from: one, to: other, example: `${path} imports ${target}` })
    }
    if (layers.length > 0 && layer === -1)
      violations.add(`${folder}/${from} has no layer: name it in infra/checks/import-rules.ts.`)
    for (const target of imports) {
      if (target.startsWith('..')) {
        const outside = posix.join(folder, target)
        if (!isTest || !outside.startsWith(`${workspace}/`))
          violations.add(
            `${folder}/${path} imports ${outside}. Import another workspace by its package name; only tests import other folders of their workspace.`,
          )
        continue
      }
      const to = unitOf(target)
      if (from === to) {
        addEdge(posix.dirname(path), posix.dirname(target), target)
        continue
      }
      const isUpward = layerOf(to) > layer && layer !== -1
      const mayLookUp = isTest && groups.some((group) => from.startsWith(`${group}/`))
      if (isUpward && !mayLookUp)
        violations.add(`${folder}/${path} imports ${to} (${target}). ${layers[layer]?.advice}`)
      // An import upwards is reported once, not as part of a cycle too.
      if (!isUpward) addEdge(from, to, target)
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
