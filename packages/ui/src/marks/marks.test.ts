import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Mark } from '../core/mark.tsx'
import { lookNames } from '../looks/look.ts'

const pathsOf = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path)

it.each(lookNames)('the icon file of %s has the same paths as its component', (look) => {
  const icon = readFileSync(join(import.meta.dirname, `${look}.svg`), 'utf8')
  expect(pathsOf(icon)).not.toEqual([])
  expect(pathsOf(icon)).toEqual(pathsOf(renderToStaticMarkup(createElement(Mark, { look }))))
})
