import { testOneSpelling } from '../../one-spelling.ts'

testOneSpelling({ tries: 15, isFull: true })
