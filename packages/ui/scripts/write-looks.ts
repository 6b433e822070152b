import { writeFileSync } from 'node:fs'
import { looksCss } from '../src/looks/looks-css.ts'

writeFileSync(new URL('../src/tokens/looks.css', import.meta.url), looksCss())
