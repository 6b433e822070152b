import { testSessionStates } from './session-states.ts'

testSessionStates({ requests: 1, isFull: false })
