import { testOneSpelling } from '../../one-spelling.ts'

testOneSpelling(15)
