import { toHex } from './colour.ts'
import type { Look, Meaning } from './look.ts'
import { looks } from './looks.ts'

const meanings = Object.keys(looks[0]!.light) as Meaning[]

function valueOf(look: Look, meaning: Meaning): string {
  const light = toHex(look.light[meaning])
  const dark = toHex(look.dark[meaning])
  return light === dark ? light : `light-dark(${light}, ${dark})`
}

function rule(selector: string, declarations: string[]): string {
  return `  ${selector} {\n${declarations.map((line) => `    ${line};\n`).join('')}  }\n`
}

/** The style sheet of all looks: what they have in common once, then one rule for each look. */
export function looksCss(): string {
  const isCommon = (meaning: Meaning) => new Set(looks.map((look) => valueOf(look, meaning))).size === 1
  const [first] = looks
  const common = meanings.filter(isCommon).map((meaning) => `--${meaning}: ${valueOf(first!, meaning)}`)
  const own = (look: Look) => [
    `--radius: ${look.radius}px`,
    ...meanings
      .filter((meaning) => !isCommon(meaning))
      .map((meaning) => `--${meaning}: ${valueOf(look, meaning)}`),
  ]
  const blocks = looks.map((look) => {
    const named = `[data-look='${look.name}']`
    return rule(look === first ? `:root,\n  ${named}` : named, own(look))
  })
  return [
    '/* Written by scripts/write-looks.ts from the OKLCH values in src/looks; change those. */\n',
    '@layer tokens {\n',
    [rule(':root,\n  [data-look]', common), ...blocks].join('\n'),
    '}\n',
  ].join('')
}
