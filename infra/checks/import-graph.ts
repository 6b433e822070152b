import { posix } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Area } from './import-rules.ts'

/** A source file of an area and its relative imports. Paths start at the area's folder. */
export interface SourceFile {
  path: string
  imports: readonly string[]
}

interface Edge {
  from: string
  to: string
  /** One import behind the edge. */
  example: string
}

/**
 * What a file imports of its own workspace: relative paths, and paths from Vite's root such as
 * `/src/x.ts`, both as paths within the area; names of `@gatehouse/` and of `#` unchanged. It reads
 * imports and exports, dynamic imports, types, `import x = require()`, `require` and what
 * `createRequire` returns, and `import.meta.glob`.
 *
 * A path whose file name is computed, such as `` `./words/${name}.ts` ``, becomes `words/*`. It
 * does not see a path that starts with a computed part or a variable, a `require` under another
 * name, one that `createRequire` makes for another file (it counts as this file's), `new URL()`,
 * and types in JSDoc.
 */
export function importsOf(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be read: ${error.message}`)
  const requests: string[] = []
  const add = (source: Expression | null) => {
    if (source) requests.push(requestOf(source))
  }
  const requires = new Set(['require'])
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && createsRequire(init)) requires.add(id.name)
    },
  }).visit(program)
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSExternalModuleReference: ({ expression }) => add(expression),
    CallExpression({ callee, arguments: [first] }) {
      if (!first || first.type === 'SpreadElement') return
      if (isGlob(callee)) return void requests.push(...globRequests(first))
      // `require.resolve()` names a file as well.
      const called = callee.type === 'MemberExpression' ? callee.object : callee
      if ((called.type === 'Identifier' && requires.has(called.name)) || createsRequire(called)) add(first)
    },
  }).visit(program)
  return requests.flatMap((written) => {
    // Vite's query, such as `?raw`.
    const request = written.replace(/\?.*$/, '')
    if (/^(?:@gatehouse\/|#)/.test(request)) return [request]
    if (request.startsWith('/')) return [posix.normalize(posix.join('..', request)).replace('../src/', '')]
    return request.startsWith('.') ? [posix.normalize(posix.join(posix.dirname(path), request))] : []
  })
}

function createsRequire(expression: Expression): boolean {
  if (expression.type !== 'CallExpression') return false
  const { callee } = expression
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return name.type === 'Identifier' && name.name === 'createRequire'
}

function isGlob(callee: Expression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'glob'
  )
}

/** The folders where the patterns of a glob start. Those with `!` only exclude files. */
function globRequests(patterns: Expression): string[] {
  const all = patterns.type === 'ArrayExpression' ? patterns.elements : [patterns]
  return all
    .map((pattern) => (pattern === null || pattern.type === 'SpreadElement' ? '' : requestOf(pattern)))
    .filter((pattern) => pattern !== '' && !pattern.startsWith('!'))
    .map((pattern) => folderOf(pattern.replace(/[*?{[(].*$/, '')))
}

/** All files of the folder that a text starts with. */
function folderOf(text: string): string {
  return `${text.slice(0, text.lastIndexOf('/') + 1)}*`
}

/** The path of an import. From the first computed part on, the file name is replaced by `*`. */
function requestOf(source: Expression): string {
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
 * The violations in the imports of an area, one sentence each:
 *
 * - an import of a higher layer, and a unit without a layer
 * - an import of a file that its unit keeps from the other units of its group
 * - an import of another file of the workspace by the workspace's own name
 * - an import that leaves the area. A test may import the other folders of its workspace.
 * - a cycle between units, or between the folders of a unit. The files directly in a folder count
 *   as that folder.
 *
 * Tests below the layer of the modules obey the layers as well. Tests form no cycles.
 */
export function findViolations(
  { folder, groups, layers, isScripts = false }: Area,
  files: readonly SourceFile[],
): string[] {
  const groupOf = (path: string) => groups.find((group) => path.startsWith(`${group.folder}/`))
  const unitOf = (path: string): string => {
    const [first = '', second = ''] = path.split('/')
    return groupOf(path) ? `${first}/${second}` : first
  }
  const byStem = new Map(
    files.flatMap(({ path }) => [
      [path, path],
      [stemOf(path), path],
    ]),
  )
  const layerOf = (unit: string): number =>
    layers.findIndex(({ units }) =>
      units.some((name) => unit === name || name === unit.replace(/\/.*/, '/*')),
    )
  const workspace = posix.dirname(folder)
  const ownName = `@gatehouse/${posix.basename(workspace)}`
  const violations = new Set<string>()
  const edges = new Map<string, Edge>()
  for (const { path, imports } of files) {
    const from = unitOf(path)
    const layer = layerOf(from)
    const isTest = /\.(?:browser\.)?test\.[cm]?[jt]sx?$/.test(path)
    const addEdge = (one: string, other: string, target: string) => {
      if (!isTest && one !== other && !edges.has(`${one} ${other}`))
        edges.set(`${one} ${other}`, { from: one, to: other, example: `${path} imports ${target}` })
    }
    if (layers.length > 0 && layer === -1)
      violations.add(`${folder}/${from} has no layer: name it in infra/checks/import-rules.ts.`)
    for (const request of imports) {
      if (/^[@#]/.test(request)) {
        const isOwn = request === ownName || request.startsWith(`${ownName}/`) || request.startsWith('#')
        if (isOwn)
          violations.add(`${folder}/${path} imports ${request}. Import its own workspace by relative paths.`)
        continue
      }
      const target = byStem.get(request) ?? byStem.get(stemOf(request)) ?? request
      if (target.startsWith('..')) {
        const outside = posix.join(folder, target)
        if (!(isTest || isScripts) || !outside.startsWith(`${workspace}/`))
          violations.add(
            `${folder}/${path} imports ${outside}. Import another workspace by its package name; only tests and scripts import other folders of their workspace.`,
          )
        continue
      }
      const to = unitOf(target)
      if (from === to) {
        addEdge(posix.dirname(path), posix.dirname(target), target)
        continue
      }
      const group = groupOf(path)
      if (group && group === groupOf(target) && group.closed.test(target)) {
        violations.add(`${folder}/${path} imports ${to} (${target}). ${group.advice}`)
        continue
      }
      const isUpward = layerOf(to) > layer && layer !== -1
      const mayLookUp = isTest && group !== undefined
      if (isUpward && !mayLookUp)
        violations.add(`${folder}/${path} imports ${to} (${target}). ${layers[layer]?.advice}`)
      // An upward import is reported once, not also as part of a cycle.
      if (!isUpward) addEdge(from, to, target)
    }
  }
  return [...violations, ...findCycles([...edges.values()]).map((cycle) => describeCycle(folder, cycle))]
}

function stemOf(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '')
}

/** One cycle per edge that closes one, in the order of a depth-first search. */
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
