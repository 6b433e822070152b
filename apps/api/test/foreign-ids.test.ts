import { testForeignIds } from './foreign-ids.ts'

testForeignIds({ isShort: true })
