import { testOneSpelling } from './one-spelling.ts'

testOneSpelling({ tries: 1, isFull: false })
