import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchors that GitHub gives the headings of a page. */
const anchorsIn = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

it('every link of the documentation leads to a file and a heading', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)].flatMap(
      ([link, path = '', anchor = '']) => {
        const target = path === '' ? page : join(dirname(page), path)
        const isFound =
          existsSync(join(root, target)) && (anchor === '' || anchorsIn(target).includes(anchor))
        return isFound ? [] : [`${page}: ${link}`]
      },
    ),
  )
  expect(pages).toContain('docs/architecture.md')
  expect(broken).toEqual([])
})

it('the index of the decisions names each page', () => {
  const index = read('docs/decisions/README.md')
  const pages = globSync('0*.md', { cwd: join(root, 'docs/decisions') })
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

it('every decision that a comment names exists', () => {
  const files = globSync('{apps,packages,infra,e2e}/**/*.{ts,tsx,js,mjs,sql,css}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  })
  const named = files.flatMap((path) => read(path).match(/docs\/decisions\/\d[\w.-]+/g) ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([])
})
